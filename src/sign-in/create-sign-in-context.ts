import type { Request } from 'express'
import { networkOf } from '../access/authenticator.ts'
import type { Person } from '../access/caller.ts'
import type { Quota } from '../access/quota.ts'
import type { RequestContext } from '../access/request-context.ts'
import type { SessionCookies } from '../access/session-cookie.ts'
import type { Database } from '../database/client.ts'
import { GatewayError } from '../errors.ts'
import type { Mailer } from '../mail/mailer.ts'
import { findNewSession } from '../modules/people/sessions.ts'
import type { Auth } from './auth.ts'
import { clearAttempts, tooManyAttempts } from './count-attempts.ts'
import { forward } from './forward.ts'
import type { KnownDevices } from './known-devices.ts'
import { limitAttempts } from './limit-attempts.ts'
import type { AttemptAccount, SignInContext, SignInResponse } from './sign-in-context.ts'

const MAILS_A_MINUTE = 5
// Each is a row for a day, and anybody can ask for one.
const CHALLENGES_A_MINUTE = 20

/** What the context of a sign-in request uses. */
export interface SignInServices {
  readonly database: Database
  readonly cookies: SessionCookies
  readonly quota: Quota
  readonly devices: KnownDevices
  readonly mailer: Mailer | null
  /** Runs work when the response of this request is sent. */
  readonly afterResponse: SignInContext['afterResponse']
  loadAuth(): Promise<Auth>
}

/** The session of a request. */
export interface Identified {
  readonly person: Person | null
  /** The error of an invalid or expired session; null if there is none. */
  readonly sessionError: GatewayError | null
}

/** Creates the context of one request at a sign-in path. */
export function createSignInContext(
  services: SignInServices,
  request: Request,
  requestContext: RequestContext,
  { person, sessionError }: Identified,
): SignInContext {
  const { database, cookies, quota, devices, mailer, afterResponse, loadAuth } = services
  const { prisma, pool } = database
  const cookieHeader = request.get('Cookie')
  const newSessionTokens = (response: SignInResponse) =>
    response.cookies.flatMap((line) => cookies.verify(cookies.find(line) ?? '')?.token ?? [])
  const deleteSessions = (tokens: readonly string[]) =>
    prisma.session.deleteMany({ where: { cookieToken: { in: [...tokens] } } })
  // Wrong attempts in a session count for that session only, not against the user elsewhere.
  const subjectFor = (account: AttemptAccount) =>
    'email' in account
      ? devices.subjectFor(cookieHeader, account.email)
      : `${account.userId}:${account.by.id}`
  const limitAddress = async (bucket: string, max: number) => {
    const { ip, now } = requestContext
    const state = await quota.spend(`${bucket}:${networkOf(ip)}`, max)
    if (state.exceeded) throw tooManyAttempts(state.resetAt, now)
  }
  return {
    requestContext,
    prisma,
    mailer,
    afterResponse,
    person,
    requirePerson() {
      if (person) return person
      throw sessionError ?? new GatewayError('invalid_session', 'Sign in first.')
    },
    limitAttempts(account, attempt) {
      const { ip, now } = requestContext
      const source = { address: networkOf(ip), subject: account && subjectFor(account), now }
      return limitAttempts({ quota, pool }, source, attempt)
    },
    limitMails: () => limitAddress('mails', MAILS_A_MINUTE),
    limitChallenges: () => limitAddress('challenges', CHALLENGES_A_MINUTE),
    rememberDevice: (response, email) => ({
      ...response,
      cookies: [...response.cookies, devices.remember(cookieHeader, email)],
    }),
    clearAttempts: (email) => clearAttempts(pool, devices.unknownSubject(email)),
    async forward(path, body) {
      // better-auth does not know of idle timeouts, so it must not see an expired session.
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
