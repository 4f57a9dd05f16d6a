import type { Request } from 'express'
import { z } from 'zod'
import type { Person } from '../access/caller.ts'
import type { SessionCookies } from '../access/cookies.ts'
import type { Database } from '../database/client.ts'
import { GatewayError } from '../errors.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { networkOf } from '../load/address-limiter.ts'
import type { Quota } from '../load/quota.ts'
import type { RequestContext } from '../load/request-context.ts'
import type { Secret } from '../modules/people/attempt-limits.ts'
import { endOldestSessions, findNewSession } from '../modules/people/sessions.ts'
import { firstLanguage, type Language } from '../values/languages.ts'
import type { Auth } from './auth.ts'
import { clearAttempts, limitAttempts, tooManyAttempts, uncountAttempt } from './count-attempts.ts'
import { forward, userAgentOf } from './forward.ts'
import type { KnownDevices } from './known-devices.ts'

// The most requests of an address in a minute. A challenge is a row that is stored for a day, and anybody can ask for one.
const ADDRESS_LIMITS = { mails: 5, challenges: 20 } as const

/** The body of a response of better-auth after a completed sign-in. */
export const SignedIn = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

/** A body without secrets, and the cookies to set. */
export interface SignInResponse {
  readonly body: unknown
  readonly cookies: readonly string[]
  /** The session that the cookies begin. */
  readonly newSessionId?: string
}

export interface SignInServices {
  readonly database: Database
  readonly cookies: SessionCookies
  readonly quota: Quota
  readonly devices: KnownDevices
  readonly sendsMail: boolean
  /** Runs work when the response is sent, so that its time reveals nothing. An error is logged. */
  readonly afterResponse: (work: () => Promise<void>) => void
  loadAuth(): Promise<Auth>
}

export interface Identified {
  readonly person: Person | null
  /** The sign-in that waits for this request as its second step; null if there is none. */
  readonly waiting: WaitingSignIn | null
  /** The error of an invalid or expired session; null if there is none. */
  readonly sessionError: GatewayError | null
  /** Whether the person is of the staff and has not set up a second factor. */
  readonly lacksFactor: boolean
}

export interface WaitingSignIn {
  readonly userId: string
  readonly email: string
}

/** The account whose secret is tried: by the email that was entered, or by its session. */
type AttemptAccount = { readonly email: string; readonly secret: Secret } | Person

export class SignInContext {
  readonly services: Pick<SignInServices, 'sendsMail' | 'afterResponse'>
  readonly requestContext: RequestContext
  readonly prisma: PrismaClient
  readonly person: Identified['person']
  readonly waiting: Identified['waiting']
  readonly #services: SignInServices
  readonly #request: Request
  readonly #sessionError: Identified['sessionError']

  constructor(
    services: SignInServices,
    request: Request,
    requestContext: RequestContext,
    { person, waiting, sessionError }: Identified,
  ) {
    this.services = services
    this.#services = services
    this.requestContext = requestContext
    this.prisma = services.database.prisma
    this.person = person
    this.waiting = waiting
    this.#request = request
    this.#sessionError = sessionError
  }

  /** How the browser names itself. */
  get agent(): string {
    return userAgentOf(this.#request)
  }

  /** The language of the page or of the browser, if mails have it. */
  get language(): Language | null {
    return firstLanguage(this.#request.acceptsLanguages())
  }

  /** Whether the person with this email signed in in this browser before. */
  isKnownBrowser(email: string): boolean {
    const unknown = this.#services.devices.unknownSubject(email, 'password')
    return this.#subjectFor({ email, secret: 'password' }) !== unknown
  }

  /** The signed-in user. Throws `invalid_session` if there is none. */
  requirePerson(): Person {
    if (this.person) return this.person
    throw this.#sessionError ?? new GatewayError('invalid_session', 'Sign in first.')
  }

  /**
   * Runs an attempt at a secret within the limits for the caller's address, and for the account at each known device.
   * If `isPending` returns true, the sign-in needs another step, and the attempt stays counted by hour, day and month
   * until `countComplete`. Throws `rate_limit_exceeded`.
   */
  limitAttempts<Result>(
    account: AttemptAccount | null,
    attempt: () => Promise<Result>,
    isPending: (result: Result) => boolean = () => false,
  ): Promise<Result> {
    const { ip, now } = this.requestContext
    const subject = account && this.#subjectFor(account)
    const { quota, database } = this.#services
    const source = { address: networkOf(ip), subject, now }
    return limitAttempts({ quota, pool: database.pool }, source, attempt, isPending)
  }

  /** Removes a pending sign-in from the account's count after its second step is complete. */
  countComplete(email: string): Promise<void> {
    return uncountAttempt(
      this.#services.database.pool,
      this.#subjectFor({ email, secret: 'password' }),
    )
  }

  /** Counts a mail or a challenge that the caller's address asks for. Throws `rate_limit_exceeded`. */
  async limitAddress(asked: keyof typeof ADDRESS_LIMITS): Promise<void> {
    const { ip, now } = this.requestContext
    const bucket = `${asked}:${networkOf(ip)}`
    const state = await this.#services.quota.spend(bucket, ADDRESS_LIMITS[asked])
    if (state.exceeded) throw tooManyAttempts(state.resetAt, now)
  }

  /** Forwards a request to a path of better-auth: GET without a body, otherwise POST. */
  async forward(path: string, body?: object): Promise<SignInResponse> {
    const { cookies, loadAuth } = this.#services
    // better-auth has no idle timeouts, so it must not get the cookie of an expired session.
    const omittedCookie = this.person ? null : cookies.name
    const response = await forward(await loadAuth(), this.#request, { path, body, omittedCookie })
    const tokens = this.#newSessionTokens(response)
    if (tokens.length === 0) return response
    const newSessionId = await findNewSession(this.prisma, tokens)
    if (newSessionId !== null) return { ...response, newSessionId }
    // The user was locked out while the session was created.
    await this.endNewSession(response)
    throw new GatewayError('invalid_session', 'Your access has ended. Ask for a new invitation.')
  }

  /**
   * The response of a complete sign-in. Ends the person's oldest sessions above the maximum number, and adds the cookie
   * that makes this browser a known device of the account, for these secrets.
   */
  async completeSignIn(
    response: SignInResponse,
    secrets: readonly Secret[],
  ): Promise<SignInResponse> {
    const { id: userId, email } = SignedIn.parse(response.body).user
    const { ip: address, requestId, now: at } = this.requestContext
    const signIn = { userId, address, agent: this.agent, requestId, at }
    await endOldestSessions(this.prisma, signIn)
    const device = this.#services.devices.remember(this.#request.get('Cookie'), email, secrets)
    return { ...response, cookies: [...response.cookies, device] }
  }

  /** Clears attempts from unknown devices, but not those at codes: a new password does not change the second factor. */
  clearAttempts(email: string): Promise<void> {
    const { database, devices } = this.#services
    return clearAttempts(database.pool, devices.unknownSubject(email, 'password'))
  }

  /** Ends the session that a response would start. The response must not be sent. */
  async endNewSession(response: SignInResponse): Promise<void> {
    const cookieToken = { in: this.#newSessionTokens(response) }
    await this.prisma.session.deleteMany({ where: { cookieToken } })
  }

  #newSessionTokens(response: SignInResponse): string[] {
    const { cookies } = this.#services
    return response.cookies.flatMap((line) => cookies.verify(cookies.find(line) ?? '')?.token ?? [])
  }

  // Wrong attempts in a session count for that session only, not against the user elsewhere.
  #subjectFor(account: AttemptAccount): string {
    if (!('email' in account)) return `${account.userId}:${account.by.id}`
    const { devices } = this.#services
    return devices.subjectFor(this.#request.get('Cookie'), account.email, account.secret)
  }
}

/** A response that sets no cookie. */
export function respond(body: unknown): SignInResponse {
  return { body, cookies: [] }
}
