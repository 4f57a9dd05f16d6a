import { z } from 'zod'
import type { Person } from '../access/caller.ts'
import type { RequestContext } from '../access/request-context.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { Mailer } from '../mail/mailer.ts'

/** The body of a response of better-auth after a completed sign-in. */
export const SignedIn = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

/** A body without secrets, and the cookies to set. */
export interface SignInResponse {
  readonly body: unknown
  readonly cookies: readonly string[]
  /** The session that the cookies begin. */
  readonly newSessionId?: string
}

/** One request at a sign-in path, and what its handler can use. */
export interface SignInContext {
  readonly requestContext: RequestContext
  readonly prisma: PrismaClient
  /** Null where no mail is sent. */
  readonly mailer: Mailer | null
  /** The signed-in user; null if there is none. */
  readonly person: Person | null
  /** The signed-in user. Throws `invalid_session` if there is none. */
  requirePerson(): Person
  /**
   * Runs an attempt at a secret within the limits for the caller's address and for the account: by
   * minute, hour, day and month, and separately for each known device. Throws `rate_limit_exceeded`.
   */
  limitAttempts<Result>(
    account: AttemptAccount | null,
    attempt: () => Promise<Result>,
  ): Promise<Result>
  /** Counts a mail that the caller's address asks for. Throws `rate_limit_exceeded`. */
  limitMails(): Promise<void>
  /** Counts a challenge that the caller's address asks for. Throws `rate_limit_exceeded`. */
  limitChallenges(): Promise<void>
  /** Runs work when the response is sent, so that its time reveals nothing. An error is logged. */
  afterResponse(work: () => Promise<void>): void
  /** Forwards a request to a path of better-auth: GET without a body, otherwise POST. */
  forward(path: string, body?: object): Promise<SignInResponse>
  /** Adds the cookie that makes this browser a known device of the account. */
  rememberDevice(response: SignInResponse, email: string): SignInResponse
  /** Clears the counted attempts at the account from unknown devices. */
  clearAttempts(email: string): Promise<void>
  /** Ends the session that a response would start. The response must not be sent. */
  endNewSession(response: SignInResponse): Promise<void>
}

/** The account whose secret is tried: by the email that was entered, or by its session. */
export type AttemptAccount = { readonly email: string } | Person

/** A response that sets no cookie. */
export function respond(body: unknown): SignInResponse {
  return { body, cookies: [] }
}
