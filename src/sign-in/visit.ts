import type { Person } from '../access/caller.ts'
import type { Exchange } from '../access/exchange.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'

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
   * fewer for `whose` secret it is. Throws `rate_limit_exceeded`.
   */
  guess<Result>(whose: Whose | null, work: () => Promise<Result>): Promise<Result>
  /** Has better-auth answer at a path of its own; without a body it is asked by GET. */
  pass(path: string, body?: object): Promise<Outcome>
  /** Ends the session that an outcome would begin: it is not to be sent. */
  takeBack(outcome: Outcome): Promise<void>
}

/** Whose secret is tried, told apart by kind: an e-mail address may be any text that a caller sends. */
export type Whose = `email:${string}` | `user:${string}`

/** The outcome of what sets no cookie. */
export function answer(body: unknown): Outcome {
  return { body, cookies: [] }
}
