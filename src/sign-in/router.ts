import { type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import type { Authenticator } from '../access/authenticator.ts'
import { secondFactorRequired } from '../access/bearer.ts'
import type { Person } from '../access/caller.ts'
import {
  PAGE_SESSION,
  type RequireOwnOrigin,
  requireNamedSession,
} from '../access/session-checks.ts'
import type { Clock } from '../database/clock.ts'
import { GatewayError, toGatewayError } from '../errors.ts'
import { readJsonObject } from '../http/body.ts'
import { quotaHeaders } from '../http/quota-headers.ts'
import { onRequestEnd, type RequestContext } from '../load/request-context.ts'
import type { Auth } from './auth.ts'
import { findChallenge } from './forward.ts'
import { createKnownDevices } from './known-devices.ts'
import { type CompletedRequest, recordSignInRequest } from './record-request.ts'
import type { RelyingParty } from './relying-party.ts'
import type { SignInRoute } from './route.ts'
import { ROUTES } from './routes.ts'
import {
  type Identified,
  SignInContext,
  type SignInResponse,
  type SignInServices,
  type WaitingSignIn,
} from './sign-in-context.ts'

interface SignInDependencies
  extends Pick<SignInServices, 'cookies' | 'quota' | 'database' | 'sendsMail'> {
  readonly authenticator: Authenticator
  readonly requireOwnOrigin: RequireOwnOrigin
  /** Signs the cookies and encrypts the second factors. */
  readonly key: string
  /** Signs the cookies of known devices. */
  readonly deviceKey: string
  /** The clock for requests without a caller; others have the instant of their caller. Null: the time of arrival. */
  readonly clock: Clock | null
  readonly relyingParty: RelyingParty
  readonly log: Logger
}

/** Serves the paths of `ROUTES`. All other paths of better-auth are not served. */
export function createSignInRouter(deps: SignInDependencies): Router {
  const loadAuth = createAuthLoader(deps)
  const devices = createKnownDevices(deps.deviceKey, deps.cookies)
  const router = Router({ caseSensitive: true, strict: true })
  for (const route of ROUTES) {
    router[route.method](route.path, (request, response) =>
      serve(route, { ...deps, devices, loadAuth }, request, response),
    )
  }
  return router
}

type RouterContext = SignInDependencies & Omit<SignInServices, 'afterResponse'>

// Loading better-auth takes half a second: only the first sign-in request waits for it.
function createAuthLoader(deps: SignInDependencies): () => Promise<Auth> {
  const { database, key, cookies, relyingParty } = deps
  let auth: Promise<Auth> | undefined
  return () =>
    (auth ??= import('./auth.ts').then(({ createAuth }) =>
      createAuth(database.prisma, key, cookies, relyingParty),
    ))
}

async function serve(
  route: SignInRoute,
  deps: RouterContext,
  request: Request,
  response: Response,
): Promise<void> {
  const { requestContext } = response.locals
  const identified = await identify(deps, request, requestContext)
  const { person } = identified
  await charge(deps, requestContext, person)
  const waiting = person ? null : await findWaiting(deps, request, route)
  const services = { ...deps, afterResponse: runAfter(response, deps.log) }
  const context = new SignInContext(services, request, requestContext, { ...identified, waiting })
  let requestBody: unknown
  // The event is recorded after the response, so that the response time does not reveal whether the account exists.
  const recordLater = (result: Pick<CompletedRequest, 'responseBody' | 'errorCode'>) =>
    onRequestEnd(response, () => {
      const completed = { action: route.action, requestBody, ...result }
      void recordSignInRequest(context, deps.log, completed)
    })
  const answer = async () => {
    requireAccepted(route, deps, request, identified)
    requestBody = route.method === 'post' ? await readJsonObject(response) : {}
    return route.serve(context, requestBody)
  }
  const result = await answer().catch((thrown) => {
    recordLater({ responseBody: null, errorCode: toGatewayError(thrown).code })
    throw thrown
  })
  recordLater({ responseBody: result.body, errorCode: null })
  send(response, result, person)
}

async function charge(
  { authenticator, clock }: RouterContext,
  requestContext: RequestContext,
  person: Person | null,
): Promise<void> {
  if (person) return authenticator.charge(requestContext, person, 1)
  await authenticator.chargeAnonymous(requestContext)
  if (clock) requestContext.now = await clock()
}

function requireAccepted(
  { method, inAnySession, withoutFactor }: SignInRoute,
  { requireOwnOrigin }: RouterContext,
  request: Request,
  { person, lacksFactor }: Pick<Identified, 'person' | 'lacksFactor'>,
): void {
  if (method === 'post') requireOwnOrigin(request)
  if (person && method === 'post' && !inAnySession) requireNamedSession(person)
  if (lacksFactor && !withoutFactor) throw secondFactorRequired()
}

function runAfter(response: Response, log: Logger): SignInServices['afterResponse'] {
  return (work) => {
    onRequestEnd(response, () => {
      const { requestId } = response.locals.requestContext
      work().catch((err) => log.error({ err, request_id: requestId }, 'work after response failed'))
    })
  }
}

// This must be read before the request is served: a wrong code can end the waiting sign-in.
async function findWaiting(
  { database: { prisma }, cookies }: RouterContext,
  request: Request,
  route: SignInRoute,
): Promise<WaitingSignIn | null> {
  if (route.action !== 'second_step') return null
  const challenge = findChallenge(request.get('Cookie'), cookies.prefix)
  if (challenge === null) return null
  const verification = await prisma.verification.findFirst({ where: { challenge } })
  if (verification === null) return null
  const where = { id: verification.value }
  const user = await prisma.user.findUnique({ where, select: { email: true } })
  return user && { userId: verification.value, email: user.email }
}

// An invalid or expired session is not an error here: its user is about to sign in again.
async function identify(
  { authenticator, cookies }: RouterContext,
  request: Request,
  requestContext: RequestContext,
): Promise<Omit<Identified, 'waiting'>> {
  const anonymous = { person: null, lacksFactor: false }
  const cookie = cookies.find(request.get('Cookie'))
  if (cookie === null) return { ...anonymous, sessionError: null }
  try {
    const named = request.get(PAGE_SESSION)
    const signedIn = await authenticator.identifySignedIn(requestContext, cookie, named)
    return { ...signedIn, sessionError: null }
  } catch (thrown) {
    if (thrown instanceof GatewayError && thrown.status === 401)
      return { ...anonymous, sessionError: thrown }
    throw thrown
  }
}

function send(
  response: Response,
  { body, cookies, newSessionId }: SignInResponse,
  person: Person | null,
): void {
  response.set(quotaHeaders(response.locals.requestContext))
  response.setHeader('Cache-Control', 'no-store')
  const sessionId = newSessionId ?? person?.by.id
  if (sessionId !== undefined) response.setHeader(PAGE_SESSION, sessionId)
  for (const cookie of cookies) response.append('Set-Cookie', cookie)
  response.json(body)
}
