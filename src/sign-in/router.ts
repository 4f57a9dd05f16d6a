import { type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import { type Authenticator, networkOf } from '../access/authenticator.ts'
import type { Person } from '../access/caller.ts'
import { factorRequired } from '../access/credential-errors.ts'
import type { SignedIn } from '../access/identity.reads.ts'
import type { OwnOrigin } from '../access/own-origin.ts'
import type { Quota } from '../access/quota.ts'
import { quotaHeaders, type RequestContext } from '../access/request-context.ts'
import type { SessionCookies } from '../access/session-cookie.ts'
import type { Database } from '../database/client.ts'
import { GatewayError } from '../errors.ts'
import { sessionsExist } from '../modules/people/sessions.ts'
import { readJsonObject } from '../rest/json-body.ts'
import { forgetAttempts } from './attempt-counters.ts'
import { limitAttempts } from './attempt-limiter.ts'
import type { Auth } from './auth.ts'
import { createDevices, type Devices } from './device.ts'
import { agentOf, challengeIn, forward } from './forward.ts'
import { ACTIONS, record } from './record-event.ts'
import { ROUTES, type SignInRoute } from './routes.ts'
import type { AttemptSubject, SignInContext, SignInResponse } from './sign-in-context.ts'

/** What sign-in is served with. */
export interface SignInDependencies {
  readonly authenticator: Authenticator
  readonly cookies: SessionCookies
  readonly ownOrigin: OwnOrigin
  readonly quota: Quota
  readonly database: Database
  /** Signs the cookies and encrypts the second factors. */
  readonly key: string
  /** Signs what makes a browser a known device. */
  readonly deviceKey: string
  readonly log: Logger
}

/** Every path of the table; what else better-auth could do is not there. */
export function createSignInRouter(deps: SignInDependencies): Router {
  const loadAuth = createAuthLoader(deps)
  const devices = createDevices(deps.deviceKey, deps.cookies)
  const router = Router({ caseSensitive: true, strict: true })
  for (const route of ROUTES) {
    router[route.method](route.path, (request, response) =>
      serve(route, { ...deps, devices, loadAuth }, request, response),
    )
  }
  return router
}

type RouterContext = SignInDependencies & { readonly devices: Devices; loadAuth(): Promise<Auth> }

// Half a second of loading, which neither a start nor partners wait for.
function createAuthLoader({ database, key, cookies }: SignInDependencies): () => Promise<Auth> {
  let auth: Promise<Auth> | undefined
  return () =>
    (auth ??= import('./auth.ts').then(({ createAuth }) =>
      createAuth(database.prisma, key, cookies),
    ))
}

async function serve(
  route: SignInRoute,
  deps: RouterContext,
  request: Request,
  response: Response,
): Promise<void> {
  const { requestContext } = response.locals
  const { signedIn, ended } = await identify(deps, request, requestContext)
  const person = signedIn?.person ?? null
  if (person) await deps.authenticator.charge(requestContext, person, 1)
  else await deps.authenticator.chargeAnonymous(requestContext)
  const seen = { path: route.path, requestContext, person, agent: agentOf(request) }
  const waiting = person ? null : await findWaiting(deps, request, route)
  // After the answer: how long that takes must not tell whether there is such an account.
  const tell = (sent: unknown, answered: unknown, refusal: string | null) =>
    response.once('close', () => {
      void record(deps.database.prisma, deps.log, { ...seen, waiting, sent, answered, refusal })
    })
  let sent: unknown
  try {
    if (route.method === 'post') deps.ownOrigin.require(request)
    if (signedIn?.lacksFactor && !route.withoutFactor) throw factorRequired()
    sent = route.method === 'post' ? await readJsonObject(request, response) : {}
    const visit = createSignInContext(deps, request, requestContext, { person, ended })
    const outcome = await route.serve(sent, visit)
    tell(sent, outcome.body, null)
    send(response, requestContext, outcome)
  } catch (thrown) {
    tell(sent, null, thrown instanceof GatewayError ? thrown.code : 'internal_error')
    throw thrown
  }
}

// Whose second step it is, before a wrong code may end the sign-in.
async function findWaiting(
  { database, cookies }: RouterContext,
  request: Request,
  route: SignInRoute,
): Promise<string | null> {
  if (ACTIONS[route.path] !== 'second_step') return null
  const challenge = challengeIn(request.get('Cookie'), cookies.prefix)
  if (challenge === null) return null
  const waiting = await database.prisma.verification.findFirst({ where: { challenge } })
  return waiting?.value ?? null
}

interface Identified {
  readonly signedIn: SignedIn | null
  /** Why a session that was presented is none. */
  readonly ended: GatewayError | null
}

// Whoever has a session that has ended is as nobody here: they are about to sign in.
async function identify(
  { authenticator, cookies }: RouterContext,
  request: Request,
  requestContext: RequestContext,
): Promise<Identified> {
  const cookie = cookies.find(request.get('Cookie'))
  if (cookie === null) return { signedIn: null, ended: null }
  try {
    return { signedIn: await authenticator.identifySignedIn(requestContext, cookie), ended: null }
  } catch (thrown) {
    if (thrown instanceof GatewayError && thrown.status === 401)
      return { signedIn: null, ended: thrown }
    throw thrown
  }
}

function createSignInContext(
  { database, cookies, quota, devices, loadAuth }: RouterContext,
  request: Request,
  requestContext: RequestContext,
  { person, ended }: { readonly person: Person | null; readonly ended: GatewayError | null },
): SignInContext {
  const { prisma } = database
  const begunBy = (outcome: SignInResponse) =>
    outcome.cookies.flatMap((line) => cookies.verify(cookies.find(line) ?? '')?.token ?? [])
  const takeBack = async (outcome: SignInResponse) => {
    await prisma.session.deleteMany({ where: { cookieToken: { in: begunBy(outcome) } } })
  }
  // Whoever has a session tries on that session's account: their wrong tries hurt nobody else's.
  const subjectOf = (whose: AttemptSubject) =>
    'email' in whose
      ? devices.subjectOf(request.get('Cookie'), whose.email)
      : `${whose.userId}:${whose.by.id}`
  return {
    requestContext,
    prisma,
    person,
    requirePerson() {
      if (person) return person
      throw ended ?? new GatewayError('invalid_session', 'Sign in first.')
    },
    limitAttempts(whose, work) {
      const subject = whose && subjectOf(whose)
      const tries = { address: networkOf(requestContext.ip), subject, now: requestContext.now }
      return limitAttempts({ quota, pool: database.pool }, tries, work)
    },
    rememberDevice: (outcome, email) => ({
      ...outcome,
      cookies: [...outcome.cookies, devices.remember(request.get('Cookie'), email)],
    }),
    forgetAttempts: (email) => forgetAttempts(database.pool, devices.unknownSubject(email)),
    async forward(path, body) {
      // A session that has ended for us is one for better-auth, which does not know of idleness.
      const dropped = person ? null : cookies.name
      const outcome = await forward(await loadAuth(), request, { path, body, dropped })
      const begun = begunBy(outcome)
      if (begun.length === 0 || (await sessionsExist(prisma, begun))) return outcome
      // Its user was locked out while it was begun.
      await takeBack(outcome)
      throw new GatewayError('invalid_session', 'Your access has ended. Ask for a new invitation.')
    },
    endNewSession: takeBack,
  }
}

function send(
  response: Response,
  requestContext: RequestContext,
  { body, cookies }: SignInResponse,
): void {
  response.set(quotaHeaders(requestContext))
  response.setHeader('Cache-Control', 'no-store')
  for (const cookie of cookies) response.append('Set-Cookie', cookie)
  response.json(body)
}
