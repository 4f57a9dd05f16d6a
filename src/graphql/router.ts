import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Authenticator } from '../access/authenticator.ts'
import type { Caller } from '../access/caller.ts'
import type { SessionCookies } from '../access/cookies.ts'
import { PAGE_SESSION, type RequireOwnOrigin } from '../access/session-checks.ts'
import { GatewayError } from '../errors.ts'
import { isJson } from '../http/body.ts'
import { type CompressedForms, compressedOnce, sendCompressed } from '../http/compressed.ts'
import { setErrorHeaders } from '../http/error-body.ts'
import { quotaHeaders } from '../http/quota-headers.ts'
import { sendBytes } from '../http/send-bytes.ts'
import { sendJson } from '../http/send-json.ts'
import type { RequestContext } from '../load/request-context.ts'
import type { Context } from '../schema/builder.ts'
import { extensionsOf } from './errors.ts'
import { chooseResultType } from './plugins/use-result.ts'
import { createServer, type ErrorListener, type RequestWork } from './yoga.ts'

const SERVER_URL = 'http://localhost/graphql'

// The editor creates styles at run time. GraphiQL sends requests with the user's session, so it may
// connect to this origin only, and only the portal may embed it in a frame.
const GRAPHIQL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

interface HttpAuthentication {
  readonly authenticator: Authenticator
  readonly cookies: SessionCookies
  readonly requireOwnOrigin: RequireOwnOrigin
}

/** The route `/graphql`: identifies and charges the caller, and runs the document. A browser gets `graphiql`. */
export function createGraphQLRouter(
  authentication: HttpAuthentication,
  contextOf: (caller: Caller | null, requestContext: RequestContext) => Context,
  onError: ErrorListener,
  graphiql: string,
): Router {
  const { authenticator } = authentication
  const server = createServer(authenticator, onError)
  const admit: RequestHandler = async (request, response, next) => {
    const { requestContext } = response.locals
    const caller = await identify(authentication, request, requestContext)
    if (caller) await authenticator.admit(requestContext, caller, response)
    else await authenticator.chargeAnonymous(requestContext)
    response.locals.caller = caller
    if (caller?.kind === 'user' && caller.by.kind === 'session')
      response.setHeader(PAGE_SESSION, caller.by.id)
    next()
  }
  const page = compressedOnce(Buffer.from(graphiql))
  const serve: RequestHandler = async (request, response) => {
    if (graphiql !== '' && isForPage(request)) return sendPage(response, page)
    const { caller, requestContext } = response.locals
    const type = chooseResultType(request)
    const run = contextOf(caller, requestContext)
    const work: RequestWork = {}
    response.locals.deadline.endWork = (error) => {
      if (work.isChange) run.changes.end(error)
      return work.isChange === true
    }
    // The server reads the call itself, so its request has no body. A stream for the body would be most of its cost.
    const call = new server.fetchAPI.Request(SERVER_URL, { method: request.method })
    const result = await server.handleRequest(call, { run, work, type, response })
    response.status(result.status).setHeaders(result.headers)
    await send(response, Buffer.from(await result.arrayBuffer()))
  }
  const router = Router({ caseSensitive: true, strict: true })
  router.all('/graphql', admit, serve)
  return router
}

async function sendPage(response: Response, forms: CompressedForms): Promise<void> {
  response.set(quotaHeaders(response.locals.requestContext))
  response.set({ 'Content-Security-Policy': GRAPHIQL_POLICY, 'Cache-Control': 'no-store' })
  await sendCompressed(response.type('html'), forms)
}

async function send(response: Response, bytes: Buffer): Promise<void> {
  const { requestContext } = response.locals
  requestContext.heavy?.leave()
  response.set(quotaHeaders(requestContext))
  response.setHeader('Cache-Control', 'no-store')
  response.vary('Accept-Encoding')
  await sendBytes(response, bytes)
}

// A bearer has priority over a cookie, because a browser adds cookies to requests by itself.
async function identify(
  { authenticator, cookies, requireOwnOrigin }: HttpAuthentication,
  request: Request,
  requestContext: RequestContext,
): Promise<Caller | null> {
  const caller = await authenticator.identifyAny(requestContext, request.get('Authorization'))
  if (caller) return caller
  const cookie = cookies.find(request.get('Cookie'))
  if (cookie === null || isForPage(request)) return null
  requireOwnJson(request, requireOwnOrigin)
  return authenticator.identifySession(requestContext, cookie, request.get(PAGE_SESSION))
}

// A request of a browser page gets GraphiQL and runs nothing, so its session is not read.
function isForPage(request: Request): boolean {
  return request.method === 'GET' && (request.get('Accept') ?? '').includes('text/html')
}

// This prevents forged requests (CSRF): without a script another site cannot send JSON, and with one the browser sends
// `Origin`.
function requireOwnJson(request: Request, requireOwnOrigin: RequireOwnOrigin): void {
  if (request.method !== 'POST' || !isJson(request.get('Content-Type'))) {
    throw new GatewayError(
      'origin_not_allowed',
      'With a session cookie, send a POST with Content-Type: application/json.',
    )
  }
  requireOwnOrigin(request)
}

/** Sends an error in the form of GraphQL, with its status. */
export function sendGraphQLError(response: Response, error: GatewayError): void {
  const { requestId } = response.locals.requestContext
  setErrorHeaders(response, error)
  const extensions = extensionsOf(error, requestId)
  sendJson(response.status(error.status), { errors: [{ message: error.message, extensions }] })
}
