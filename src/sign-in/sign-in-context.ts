import { z } from 'zod'
import type { Person } from '../access/caller.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { RequestContext } from '../load/request-context.ts'
import type { Secret } from './known-devices.ts'

/** The body of a response of better-auth after a completed sign-in. */
export const SignedIn = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

/** A body without secrets, and the cookies to set. */
export interface SignInResponse {
  readonly body: unknown
  readonly cookies: readonly string[]
  /** The session that the cookies begin. */
  readonly newSessionId?: string
}

/** The context of one request at a sign-in path. */
export interface SignInContext {
  readonly requestContext: RequestContext
  readonly prisma: PrismaClient
  /** Whether mail is sent. */
  readonly sendsMail: boolean
  /** The signed-in user; null if there is none. */
  readonly person: Person | null
  /** The sign-in that waits for this request as its second step; null if there is none. */
  readonly waiting: WaitingSignIn | null
  /** The signed-in user. Throws `invalid_session` if there is none. */
  requirePerson(): Person
  /**
   * Runs an attempt at a secret within the limits for the caller's address and for the account: by minute, hour, day
   * and month, and separately for each known device. If `isPending` returns true, the sign-in needs another step, and
   * the attempt stays counted by hour, day and month until `countComplete`. Throws `rate_limit_exceeded`.
   */
  limitAttempts<Result>(
    account: AttemptAccount | null,
    attempt: () => Promise<Result>,
    isPending?: (result: Result) => boolean,
  ): Promise<Result>
  /** Removes a pending sign-in from the account's count after its second step is complete. */
  countComplete(email: string): Promise<void>
  /** Counts a mail that the caller's address asks for. Throws `rate_limit_exceeded`. */
  limitMails(): Promise<void>
  /** Counts a challenge that the caller's address asks for. Throws `rate_limit_exceeded`. */
  limitChallenges(): Promise<void>
  /** Runs work when the response is sent, so that its time reveals nothing. An error is logged. */
  afterResponse(work: () => Promise<void>): void
  /** Forwards a request to a path of better-auth: GET without a body, otherwise POST. */
  forward(path: string, body?: object): Promise<SignInResponse>
  /**
   * The response of a complete sign-in. Ends the person's oldest sessions above the maximum number, and adds the cookie
   * that makes this browser a known device of the account, for these secrets.
   */
  completeSignIn(response: SignInResponse, secrets: readonly Secret[]): Promise<SignInResponse>
  /** Clears the counted attempts at the account from unknown devices. */
  clearAttempts(email: string): Promise<void>
  /** Ends the session that a response would start. The response must not be sent. */
  endNewSession(response: SignInResponse): Promise<void>
}

/** A sign-in that waits for its second step. */
export interface WaitingSignIn {
  readonly userId: string
  readonly email: string
}

/** The account whose secret is tried: by the email that was entered, or by its session. */
export type AttemptAccount = { readonly email: string; readonly secret: Secret } | Person

/** A response that sets no cookie. */
export function respond(body: unknown): SignInResponse {
  return { body, cookies: [] }
}
