import type pg from 'pg'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { Transaction } from './change.ts'

/** Returns the present instant. */
export type Clock = () => Promise<Date>

/** The clocks of two machines that NTP synchronizes differ by less than this. */
export const MAX_CLOCK_DIFFERENCE_MS = 1_000

const NOW = 'SELECT clock_timestamp() AS now'

/**
 * The clock of the database. Decisions about stored data use it, because it is the same for every gateway. The
 * clock of one machine may be wrong.
 */
export function databaseClock(pool: pg.Pool): Clock {
  return async () => {
    const { rows } = await pool.query<{ now: Date }>(NOW)
    const [found] = rows
    if (!found) throw new Error('The database did not tell the time.')
    return found.now
  }
}

/** `given`, or else the present instant of the database. */
export async function instantOf(db: PrismaClient | Transaction, given?: Date): Promise<Date> {
  if (given) return given
  const [found] = await db.$queryRawUnsafe<{ now: Date }[]>(NOW)
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
