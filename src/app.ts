import './locals.ts'
import type { Request, RequestHandler } from 'express'
import express from 'express'
import type { Logger } from 'pino'
import { createAuthenticator } from './access/authenticator.ts'
import type { Caller } from './access/caller.ts'
import { createSessionCookies } from './access/cookies.ts'
import { createTotals } from './access/portfolio-cache.ts'
import { createOwnOrigin } from './access/session-checks.ts'
import type { Config } from './config.ts'
import { type Database, REQUEST_TIMEOUT_MS } from './database/client.ts'
import { databaseClock } from './database/clock.ts'
import type { DeriveSecret } from './database/server-secret.ts'
import { NO_FIELD_LIMITS } from './graphql/field-limits.ts'
import { costOf } from './graphql/operation-cost.ts'
import { createGraphQLRouter } from './graphql/router.ts'
import { prepareOperations } from './graphql/run.ts'
import { executionSchema, schema } from './graphql/schema.ts'
import type { ErrorListener } from './graphql/yoga.ts'
import {
  beginRequest,
  commonHeaders,
  parseTargetFirst,
  rejectMalformed,
} from './http/begin-request.ts'
import { closeAfterUnboundedBody, rejectLargeBody } from './http/body.ts'
import { allowOrigins } from './http/cors.ts'
import { logInternalError, logRequests } from './http/log-request.ts'
import { type App, createMessages } from './http/messages.ts'
import { serveSecurityTxt } from './http/security-txt.ts'
import { limitTime } from './load/deadline.ts'
import type { Quota } from './load/quota.ts'
import { onRequestEnd, type RequestContext } from './load/request-context.ts'
import { recordError } from './load/request-usage.ts'
import { limitUnsent, type UnsentLimits } from './load/unsent-responses.ts'
import { HeavyWork } from './load/waiting/heavy-work.ts'
import { takeSlots } from './load/waiting/slot.ts'
import type { SlotLimits } from './load/waiting/slots.ts'
import { QUESTION_PARAMETERS } from './mcp/questions.ts'
import { createMcpRouter } from './mcp/router.ts'
import type { GatewayMetrics } from './metrics/gateway-metrics.ts'
import { FeedWaiter } from './modules/changes/feed-waiter.ts'
import { recordFirstUse } from './modules/service-accounts/service-account.writes.ts'
import { recordUsage } from './modules/usage/record-usage.ts'
import type { UsageRecorder } from './modules/usage/usage.recorder.ts'
import { createOutbound, type Outbound } from './outbound/reach.ts'
import { loadPortal } from './portal-files/files.ts'
import { createPortalRouter } from './portal-files/router.ts'
import { createReadiness } from './readiness.ts'
import { createRejections } from './rejections.ts'
import { rejectUnknownRoute } from './rest/admission.ts'
import { createDescriptionRouter } from './rest/description.ts'
import { OPERATIONS } from './rest/operations.ts'
import { namesOfRest } from './rest/parameters.ts'
import { createResponses, type RunAs } from './rest/read-portfolio.ts'
import { createRestRouter, ROUTES } from './rest/router.ts'
import type { Context, FieldLimits } from './schema/builder.ts'
import { WithheldFields } from './schema/requires-scope.ts'
import { TimedChanges } from './schema/timed-changes.ts'
import { relyingParty } from './sign-in/relying-party.ts'
import { createSignInRouter } from './sign-in/router.ts'
import type { Tracing } from './tracing/tracing.ts'

// The sums of 4,000 portfolios.
const TOTALS_BYTES = 16 * 2 ** 20
// The names of all parameters of REST.
const PARAMETERS = new Set(ROUTES.flatMap(({ parameters }) => Object.keys(parameters)))
const inRestNames = namesOfRest(new Set([...PARAMETERS, ...QUESTION_PARAMETERS]))

export interface Dependencies {
  readonly database: Database
  readonly quota: Quota
  readonly fieldLimits: FieldLimits
  /** Derives the keys with which this installation signs and encrypts. */
  readonly deriveSecret: DeriveSecret
  readonly usage: UsageRecorder
  readonly log: Logger
  /** Whether mail is sent. Default: false. */
  readonly sendsMail?: boolean
  readonly config: Pick<Config, 'trustProxy' | 'cacheMb' | 'publicUrl'> & Partial<Config>
  /** Replaces how addresses of webhooks are resolved and reached, for tests. */
  readonly outbound?: Outbound
  /** Replaces the limits on unread responses, for tests. */
  readonly unsentLimits?: Partial<UnsentLimits>
  /** Replaces the limits on the number of running requests, for tests. */
  readonly slotLimits?: Partial<SlotLimits>
  /** Replaces the clocks of this process and of the database, for tests. */
  readonly now?: () => Date
  /** Whether the server stops: requests that wait for a change are answered. */
  readonly stopping?: () => boolean
  /** Whether the gateway is shutting down and should get no new requests. */
  readonly draining?: () => boolean
  readonly metrics?: GatewayMetrics | undefined
  readonly tracing?: Pick<Tracing, 'traceRequests'> | undefined
}

/** Creates the app: the middleware and routes in the order in which a request passes them. */
export function createApp(deps: Dependencies): App {
  const { database, deriveSecret, fieldLimits, log, now = () => new Date() } = deps
  const { sendsMail = false, outbound = createOutbound(deps.config) } = deps
  const { publicUrl } = deps.config
  const signInKey = deriveSecret('sign-in')
  const cookies = createSessionCookies(signInKey, publicUrl)
  const authenticator = createAuthenticator(database.identity, deps.quota, cookies, {
    clock: deps.now ? 'request' : 'database',
    onFirstUse: recordFirstUse(database.prisma),
  })
  const authentication = { authenticator, cookies, requireOwnOrigin: createOwnOrigin(publicUrl) }
  const prepared = prepareOperations(executionSchema, OPERATIONS)
  const runOperation: typeof prepared = (operation, variables, context) =>
    prepared(operation, variables, context).catch((thrown: unknown) => {
      throw inRestNames(thrown)
    })
  const totals = createTotals(deps.config.cacheMb === 0 ? 0 : TOTALS_BYTES)
  const onError: ErrorListener = (error, requestContext) => {
    recordError(requestContext, error)
    logInternalError(log, error, requestContext.requestId)
  }
  const rejections = createRejections(authenticator, onError)
  const { takeSlot, slots } = takeSlots(log, rejections.refuse, deps.slotLimits)
  deps.metrics?.watchSlots(slots)
  const heavyWork = new HeavyWork(() => slots.running)
  const feedWaiter = new FeedWaiter(database.pool, deps.stopping)
  const responses = createResponses(deps.config.cacheMb * 2 ** 20)
  deps.metrics?.watchCaches({ responses, ...totals })
  const contextOf = (caller: Caller | null, requestContext: RequestContext): Context => ({
    caller,
    request: requestContext,
    database,
    deriveSecret,
    sendsMail,
    outbound,
    fieldLimits,
    heavyWork,
    feedWaiter,
    ...totals,
    withheld: new WithheldFields(),
    changes: new TimedChanges(),
  })
  const runAs: RunAs = ({ caller, decision }, requestContext) => {
    const context = {
      ...contextOf(caller, requestContext),
      fieldLimits: NO_FIELD_LIMITS,
      ...(decision && { decision }),
    }
    return {
      run: (operation, variables, skippedRows) =>
        runOperation(operation, variables, skippedRows ? { ...context, skippedRows } : context),
      withheldFrom: (type) => context.withheld.namesIn(type),
    }
  }
  // An operation that no path of REST has costs as much as over GraphQL. One request is paid already.
  const ask: RunAs = ({ caller }, requestContext) => {
    const context = contextOf(caller, requestContext)
    return {
      async run(operation, variables) {
        const { requests } = costOf(schema, operation, null, variables)
        if (requests > 1) await authenticator.charge(requestContext, caller, requests - 1)
        return runOperation(operation, variables, context)
      },
      withheldFrom: (type) => context.withheld.namesIn(type),
    }
  }
  const portal = loadPortal()
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', deps.config.trustProxy)
  app.set('etag', false)
  // Routes parse the query themselves. In production mode Express sends no stack traces.
  app.set('query parser', false)
  app.set('env', 'production')
  if (deps.metrics) app.use(deps.metrics.measureRequests)
  if (deps.tracing) app.use(deps.tracing.traceRequests)
  app.use(beginRequest(now, commonHeaders(publicUrl), log))
  app.use(logRequests(log), recordUsage(deps.usage, PARAMETERS))
  app.use(limitUnsent(log, deps.unsentLimits))
  app.use(
    limitTime(deps.config.requestTimeoutMs ?? REQUEST_TIMEOUT_MS, (response, error) => {
      const { requestContext } = response.locals
      // A request without a slot has failed only because of the load, so no internal error is logged.
      if (requestContext.slot) logInternalError(log, error, requestContext.requestId)
      void rejections.refuse(response, error)
    }),
  )
  app.use(
    rejectMalformed,
    closeAfterUnboundedBody,
    allowOrigins(deps.config.corsOrigins ?? [], authenticator.readAnonymous),
  )
  app.get('/healthz', (_request, response) => void response.json({ status: 'alive' }))
  app.get('/readyz', createReadiness(deps))
  app.get('/.well-known/security.txt', serveSecurityTxt(deps.config, now))
  // From here on, requests need a slot. The health checks above are answered under any load.
  app.use(countAndLeave(heavyWork), takeSlot)
  // These routers check the size of a body after they have identified the caller.
  app.use(createGraphQLRouter(authentication, contextOf, onError, portal.graphiql))
  app.use(createRestRouter({ authenticator, runAs, responses }))
  if (deps.config.mcp) app.use(createMcpRouter({ ...authentication, runAs, ask, responses }))
  app.use(rejectLargeBody)
  app.use(
    createSignInRouter({
      ...authentication,
      database,
      key: signInKey,
      deviceKey: deriveSecret('known-devices'),
      quota: deps.quota,
      sendsMail,
      clock: deps.now ? null : databaseClock(database.identity),
      relyingParty: relyingParty(deps.config.publicUrl),
      log,
    }),
  )
  app.use(createDescriptionRouter(portal.documents, publicUrl))
  const hasSession = ({ headers }: Request) => cookies.find(headers.cookie) !== null
  app.use(createPortalRouter(portal, deps.config.supportContact, hasSession))
  app.use(rejectUnknownRoute(authenticator), rejections.errorHandler)
  return {
    listener: parseTargetFirst(app),
    messages: createMessages(app),
    countError: authenticator.countError,
    rejectRunning: rejections.rejectRunning,
  }
}

// `leave` also runs if the request failed or its client has disconnected.
function countAndLeave(heavyWork: HeavyWork): RequestHandler {
  return (_request, response, next) => {
    heavyWork.countRequest()
    onRequestEnd(response, () => response.locals.requestContext.heavy?.leave())
    next()
  }
}
