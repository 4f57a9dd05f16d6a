import type { Logger } from 'pino'
import { MAX_CLOCK_DIFFERENCE_MS } from '../database/clock.ts'
import { stateConflict } from '../errors.ts'

// The sign-in library deletes sessions that have ended by the clock of this machine. Codes of authenticator apps fail
// at a much smaller difference.
const REFUSED_MS = 3_600_000

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
