import { type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import { type Gate, networkOf } from '../access/authenticate.ts'
import type { Person } from '../access/caller.ts'
import { factorRequired } from '../access/credential-refusals.ts'
import { type Exchange, quotaHeaders } from '../access/exchange.ts'
import type { SignedIn } from '../access/identity.reads.ts'
import type { OwnOrigin } from '../access/own-origin.ts'
import type { Quota } from '../access/quota.ts'
import type { SessionCookies } from '../access/session-cookie.ts'
import type { Database } from '../database/client.ts'
import { GatewayError } from '../errors.ts'
import { sessionsHold } from '../modules/people/sessions.ts'
import { readJsonObject } from '../rest/json-body.ts'
import { forgetAttempts } from './attempts.ts'
import type { Auth } from './auth.ts'
import { createDevices, type Devices } from './device.ts'
import { agentOf, challengeIn, forward } from './forward.ts'
import { ACTIONS, record } from './record.ts'
import { ROUTES, type SignInRoute } from './routes.ts'
import { limitTries } from './throttle.ts'
import type { Outcome, Visit, Whose } from './visit.ts'

/** What sign-in is served with. */
export interface SignInDependencies {
  readonly gate: Gate
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

type Serving = SignInDependencies & { readonly devices: Devices; loadAuth(): Promise<Auth> }

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
  deps: Serving,
  request: Request,
  response: Response,
): Promise<void> {
  const { exchange } = response.locals
  const { signedIn, ended } = await identify(deps, request, exchange)
  const person = signedIn?.person ?? null
  if (person) await deps.gate.charge(exchange, person, 1)
  else await deps.gate.chargeStranger(exchange)
  const seen = { path: route.path, exchange, person, agent: agentOf(request) }
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
    const visit = createVisit(deps, request, exchange, { person, ended })
    const outcome = await route.serve(sent, visit)
    tell(sent, outcome.body, null)
    send(response, exchange, outcome)
  } catch (thrown) {
    tell(sent, null, thrown instanceof GatewayError ? thrown.code : 'internal_error')
    throw thrown
  }
}

// Whose second step it is, before a wrong code may end the sign-in.
async function findWaiting(
  { database, cookies }: Serving,
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
  { gate, cookies }: Serving,
  request: Request,
  exchange: Exchange,
): Promise<Identified> {
  const cookie = cookies.find(request.get('Cookie'))
  if (cookie === null) return { signedIn: null, ended: null }
  try {
    return { signedIn: await gate.identifySignedIn(exchange, cookie), ended: null }
  } catch (thrown) {
    if (thrown instanceof GatewayError && thrown.status === 401)
      return { signedIn: null, ended: thrown }
    throw thrown
  }
}

function createVisit(
  { database, cookies, quota, devices, loadAuth }: Serving,
  request: Request,
  exchange: Exchange,
  { person, ended }: { readonly person: Person | null; readonly ended: GatewayError | null },
): Visit {
  const { prisma } = database
  const begunBy = (outcome: Outcome) =>
    outcome.cookies.flatMap((line) => cookies.verify(cookies.find(line) ?? '')?.token ?? [])
  const takeBack = async (outcome: Outcome) => {
    await prisma.session.deleteMany({ where: { cookieToken: { in: begunBy(outcome) } } })
  }
  // Whoever has a session tries on that session's account: their wrong tries hurt nobody else's.
  const subjectOf = (whose: Whose) =>
    'email' in whose
      ? devices.subjectOf(request.get('Cookie'), whose.email)
      : `${whose.userId}:${whose.by.id}`
  return {
    exchange,
    prisma,
    person,
    requirePerson() {
      if (person) return person
      throw ended ?? new GatewayError('invalid_session', 'Sign in first.')
    },
    guess(whose, work) {
      const subject = whose && subjectOf(whose)
      const tries = { address: networkOf(exchange.ip), subject, now: exchange.now }
      return limitTries({ quota, pool: database.pool }, tries, work)
    },
    remembered: (outcome, email) => ({
      ...outcome,
      cookies: [...outcome.cookies, devices.remember(request.get('Cookie'), email)],
    }),
    forgetTries: (email) => forgetAttempts(database.pool, devices.unknownSubject(email)),
    async pass(path, body) {
      // A session that has ended for us is one for better-auth, which does not know of idleness.
      const dropped = person ? null : cookies.name
      const outcome = await forward(await loadAuth(), request, { path, body, dropped })
      const begun = begunBy(outcome)
      if (begun.length === 0 || (await sessionsHold(prisma, begun))) return outcome
      // Its user was locked out while it was begun.
      await takeBack(outcome)
      throw new GatewayError('invalid_session', 'Your access has ended. Ask for a new invitation.')
    },
    takeBack,
  }
}

function send(response: Response, exchange: Exchange, { body, cookies }: Outcome): void {
  response.set(quotaHeaders(exchange))
  response.setHeader('Cache-Control', 'no-store')
  for (const cookie of cookies) response.append('Set-Cookie', cookie)
  response.json(body)
}
