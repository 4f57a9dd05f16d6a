import { z } from 'zod'
import type { Person } from '../access/caller.ts'
import type { Exchange } from '../access/exchange.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'

/** What better-auth answers where somebody has been signed in. */
export const SignedIn = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

/** A body without secrets, and cookies to set. */
export interface Outcome {
  readonly body: unknown
  readonly cookies: readonly string[]
}

/** One request at one path of the table, and what the path may use. */
export interface Visit {
  readonly exchange: Exchange
  readonly prisma: PrismaClient
  /** Whoever is signed in; null for nobody. */
  readonly person: Person | null
  /** The same. Throws `invalid_session` for nobody. */
  requirePerson(): Person
  /**
   * Does what a wrong secret can be tried at: a few times a minute for the caller's address, and
   * fewer for `whose` secret it is, by device, with limits by hour, day and month. Throws `rate_limit_exceeded`.
   */
  guess<Result>(whose: Whose | null, work: () => Promise<Result>): Promise<Result>
  /** Has better-auth answer at a path of its own; without a body it is asked by GET. */
  pass(path: string, body?: object): Promise<Outcome>
  /** The outcome, with a cookie that makes this browser known to the account. */
  remembered(outcome: Outcome, email: string): Outcome
  /** Forgets wrong tries at that account from unknown devices. */
  forgetTries(email: string): Promise<void>
  /** Ends the session that an outcome would begin: it is not to be sent. */
  takeBack(outcome: Outcome): Promise<void>
}

/** Whose secret is tried: by the email that was typed, or in a session of theirs. */
export type Whose = { readonly email: string } | Person

/** The outcome of what sets no cookie. */
export function answer(body: unknown): Outcome {
  return { body, cookies: [] }
}
