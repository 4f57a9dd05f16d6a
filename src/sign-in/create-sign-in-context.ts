import type { Request } from 'express'
import type { Person } from '../access/caller.ts'
import type { SessionCookies } from '../access/session-cookie.ts'
import type { Database } from '../database/client.ts'
import { GatewayError } from '../errors.ts'
import { networkOf } from '../load/address-limiter.ts'
import type { Quota } from '../load/quota.ts'
import type { RequestContext } from '../load/request-context.ts'
import { endOldestSessions, findNewSession } from '../modules/people/sessions.ts'
import type { Auth } from './auth.ts'
import { clearAttempts, limitAttempts, tooManyAttempts, uncountAttempt } from './count-attempts.ts'
import { forward, userAgentOf } from './forward.ts'
import type { KnownDevices } from './known-devices.ts'
import {
  type AttemptAccount,
  SignedIn,
  type SignInContext,
  type SignInResponse,
  type WaitingSignIn,
} from './sign-in-context.ts'

const MAILS_A_MINUTE = 5
// Each challenge is a row that is stored for a day, and anybody can ask for one.
const CHALLENGES_A_MINUTE = 20

/** The services that the context of a sign-in request uses. */
export interface SignInServices {
  readonly database: Database
  readonly cookies: SessionCookies
  readonly quota: Quota
  readonly devices: KnownDevices
  readonly sendsMail: boolean
  /** Runs work when the response of this request is sent. */
  readonly afterResponse: SignInContext['afterResponse']
  loadAuth(): Promise<Auth>
}

/** The session of a request, or the sign-in that waits for this request as its second step. */
export interface Identified {
  readonly person: Person | null
  readonly waiting: WaitingSignIn | null
  /** The error of an invalid or expired session; null if there is none. */
  readonly sessionError: GatewayError | null
}

/** Creates the context of one request at a sign-in path. */
export function createSignInContext(
  services: SignInServices,
  request: Request,
  requestContext: RequestContext,
  { person, waiting, sessionError }: Identified,
): SignInContext {
  const { database, cookies, quota, devices, sendsMail, afterResponse, loadAuth } = services
  const { prisma, pool } = database
  const cookieHeader = request.get('Cookie')
  const newSessionTokens = (response: SignInResponse) =>
    response.cookies.flatMap((line) => cookies.verify(cookies.find(line) ?? '')?.token ?? [])
  const deleteSessions = (tokens: readonly string[]) =>
    prisma.session.deleteMany({ where: { cookieToken: { in: [...tokens] } } })
  // Wrong attempts in a session count for that session only, not against the user elsewhere.
  const subjectFor = (account: AttemptAccount) =>
    'email' in account
      ? devices.subjectFor(cookieHeader, account.email, account.secret)
      : `${account.userId}:${account.by.id}`
  const limitAddress = async (bucket: string, max: number) => {
    const { ip, now } = requestContext
    const state = await quota.spend(`${bucket}:${networkOf(ip)}`, max)
    if (state.exceeded) throw tooManyAttempts(state.resetAt, now)
  }
  return {
    requestContext,
    prisma,
    sendsMail,
    afterResponse,
    person,
    waiting,
    requirePerson() {
      if (person) return person
      throw sessionError ?? new GatewayError('invalid_session', 'Sign in first.')
    },
    limitAttempts(account, attempt, isPending = () => false) {
      const { ip, now } = requestContext
      const source = { address: networkOf(ip), subject: account && subjectFor(account), now }
      return limitAttempts({ quota, pool }, source, attempt, isPending)
    },
    countComplete: (email) => uncountAttempt(pool, subjectFor({ email, secret: 'password' })),
    limitMails: () => limitAddress('mails', MAILS_A_MINUTE),
    limitChallenges: () => limitAddress('challenges', CHALLENGES_A_MINUTE),
    async completeSignIn(response, secrets) {
      const { id: userId, email } = SignedIn.parse(response.body).user
      const { ip: address, requestId, now: at } = requestContext
      const agent = userAgentOf(request)
      await endOldestSessions(prisma, { userId, address, agent, requestId, at })
      const device = devices.remember(cookieHeader, email, secrets)
      return { ...response, cookies: [...response.cookies, device] }
    },
    // Attempts at codes stay counted: a new password does not change the second factor.
    clearAttempts: (email) => clearAttempts(pool, devices.unknownSubject(email, 'password')),
    async forward(path, body) {
      // better-auth has no idle timeouts, so it must not get the cookie of an expired session.
      const omittedCookie = person ? null : cookies.name
      const response = await forward(await loadAuth(), request, { path, body, omittedCookie })
      const tokens = newSessionTokens(response)
      if (tokens.length === 0) return response
      const newSessionId = await findNewSession(prisma, tokens)
      if (newSessionId !== null) return { ...response, newSessionId }
      // The user was locked out while the session was created.
      await deleteSessions(tokens)
      throw new GatewayError('invalid_session', 'Your access has ended. Ask for a new invitation.')
    },
    async endNewSession(response) {
      await deleteSessions(newSessionTokens(response))
    },
  }
}
