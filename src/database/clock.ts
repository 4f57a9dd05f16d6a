import type pg from 'pg'
import type { Logger } from 'pino'
import { stateConflict } from '../errors.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { Transaction } from './change.ts'

export type Clock = () => Promise<Date>

/** The clocks of two machines that NTP synchronizes differ by less than this. */
export const MAX_CLOCK_DIFFERENCE_MS = 1_000

// The sign-in library deletes ended sessions by the clock of this machine. Codes of authenticator apps fail at a much
// smaller difference.
const REFUSED_MS = 3_600_000

const NOW = 'SELECT clock_timestamp() AS now'

/** The clock of the database. Decisions about stored data use it, because it is the same for every gateway. */
export function databaseClock(pool: pg.Pool): Clock {
  return async () => nowIn((await pool.query<{ now: Date }>(NOW)).rows)
}

/** `given`, or else the present instant of the database. */
export async function instantOf(db: PrismaClient | Transaction, given?: Date): Promise<Date> {
  return given ?? nowIn(await db.$queryRawUnsafe<{ now: Date }[]>(NOW))
}

function nowIn([found]: readonly { readonly now: Date }[]): Date {
  if (!found) throw new Error('The database did not tell the time.')
  return found.now
}

/** By how many milliseconds the clock of the database is ahead of that of this machine. */
export async function measureClockDifference(pool: pg.Pool): Promise<number> {
  const before = Date.now()
  const now = await databaseClock(pool)()
  const middle = (before + Date.now()) / 2
  return Math.round(now.getTime() - middle)
}

/**
 * Logs a warning if the clocks of the database and of this machine differ too much. `difference` is how many
 * milliseconds the clock of the database is ahead. Throws `state_conflict` for more than an hour.
 */
export function checkClock(difference: number, log: Logger): void {
  const apart = Math.abs(difference)
  if (apart <= MAX_CLOCK_DIFFERENCE_MS) return
  const seconds = Math.round(apart / 1000)
  const found = `the clock of this machine is ${seconds} s ${difference < 0 ? 'ahead of' : 'behind'} that of the database`
  const remedy = 'Synchronize both with NTP'
  if (apart > REFUSED_MS) throw stateConflict(`Not started: ${found}. ${remedy}.`)
  log.warn({ advice: remedy }, found)
}
