import { z } from 'zod'
import type { Person } from '../access/caller.ts'
import type { RequestContext } from '../access/request-context.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'

/** What better-auth answers where somebody has been signed in. */
export const SignedIn = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

/** A body without secrets, and cookies to set. */
export interface SignInResponse {
  readonly body: unknown
  readonly cookies: readonly string[]
}

/** One request at one path of the table, and what the path may use. */
export interface SignInContext {
  readonly requestContext: RequestContext
  readonly prisma: PrismaClient
  /** Whoever is signed in; null for nobody. */
  readonly person: Person | null
  /** The same. Throws `invalid_session` for nobody. */
  requirePerson(): Person
  /**
   * Does what a wrong secret can be tried at: a few times a minute for the caller's address, and
   * fewer for `whose` secret it is, by device, with limits by hour, day and month. Throws `rate_limit_exceeded`.
   */
  limitAttempts<Result>(whose: AttemptSubject | null, work: () => Promise<Result>): Promise<Result>
  /** Has better-auth answer at a path of its own; without a body it is asked by GET. */
  forward(path: string, body?: object): Promise<SignInResponse>
  /** The outcome, with a cookie that makes this browser known to the account. */
  rememberDevice(outcome: SignInResponse, email: string): SignInResponse
  /** Forgets wrong tries at that account from unknown devices. */
  forgetAttempts(email: string): Promise<void>
  /** Ends the session that an outcome would begin: it is not to be sent. */
  endNewSession(outcome: SignInResponse): Promise<void>
}

/** Whose secret is tried: by the email that was typed, or in a session of theirs. */
export type AttemptSubject = { readonly email: string } | Person

/** The outcome of what sets no cookie. */
export function respond(body: unknown): SignInResponse {
  return { body, cookies: [] }
}
