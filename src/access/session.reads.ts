import type pg from 'pg'
import { MAX_CLOCK_DIFFERENCE_MS } from '../database/clock.ts'
import { momentSql, requirePrimary } from '../database/database-epoch.ts'
import { readRows } from '../database/statement.ts'
import { GatewayError } from '../errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/durations.ts'
import type { Person } from './caller.ts'
import type { PersonIdentity } from './identity.reads.ts'
import { isBoolean, isInstant, isText, type RowOf, rowReader } from './rows.ts'
import { namesSession } from './session-checks.ts'

// How long a session lives without a request, and in all. That of staff is shorter: they can read every portfolio.
const SESSION_LIFE = {
  person: { idleMs: 2 * HOUR_MS, maxMs: 7 * DAY_MS },
  staff: { idleMs: 30 * MINUTE_MS, maxMs: 12 * HOUR_MS },
}

/** The time of last use is written at most once in this time. */
const ACTIVITY_STEP_MS = MINUTE_MS

interface SessionClock {
  readonly createdAt: Date
  readonly activeAt: Date
  /** Set at sign-in: after the longest life, or earlier if the person chose not to be remembered. */
  readonly expiresAt: Date
}

/** When a session ends if it is not used again. */
export function endOfSession(clock: SessionClock, isStaff: boolean): Date {
  const { idleMs, maxMs } = SESSION_LIFE[isStaff ? 'staff' : 'person']
  const ends = [
    clock.expiresAt.getTime(),
    clock.createdAt.getTime() + maxMs,
    clock.activeAt.getTime() + idleMs,
  ]
  return new Date(Math.min(...ends))
}

const session = {
  now: isInstant,
  standby: isBoolean,
  session_id: isText,
  user_id: isText,
  name: isText,
  is_staff: isBoolean,
  two_factor_enabled: isBoolean,
  created_at: isInstant,
  active_at: isInstant,
  expires_at: isInstant,
  checked_at: isInstant,
}
type SessionRow = RowOf<typeof session>
const readSession = rowReader('sessions', session)

export interface SignedIn extends PersonIdentity {
  /** True for staff without a second factor. They may only set one up. */
  readonly lacksFactor: boolean
}

/**
 * The person who is signed in with a session's token; null where no session has it. `at` is as in `identifyPartner`;
 * `named` is the session id in the request's header `X-Page-Session`. Throws `expired_session` for a session that is
 * too old or was unused for too long, `session_changed`, and `service_unavailable` on a standby.
 */
export async function identifySession(
  pool: pg.Pool,
  token: string,
  at: Date | null,
  named: string | undefined,
): Promise<SignedIn | null> {
  const [found] = await readRows(
    pool,
    `SELECT s.id AS session_id, u.id AS user_id, u.name, u.is_staff, u.two_factor_enabled,
            s.created_at, s.active_at, s.expires_at, s.checked_at, ${momentSql('$2')}
       FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.cookie_token = $1`,
    [token, at],
    'session',
  )
  if (!found) return null
  const row = readSession(found)
  requirePrimary(row)
  const { now } = row
  const clock = { createdAt: row.created_at, activeAt: row.active_at, expiresAt: row.expires_at }
  if (endOfSession(clock, row.is_staff) <= now)
    throw new GatewayError('expired_session', 'The session has expired. Sign in again.')
  const isNamed = namesSession(named, row.session_id)
  await recordActivity(pool, row, now)
  const person: Person = {
    kind: 'user',
    userId: row.user_id,
    name: row.name,
    isStaff: row.is_staff,
    by: { kind: 'session', id: row.session_id, checkedAt: row.checked_at, named: isNamed },
  }
  return { person, now, lacksFactor: row.is_staff && !row.two_factor_enabled }
}

// A last use, or a sign-in, in the future is written as well: the session would live longer by what the clock was set
// back.
async function recordActivity(pool: pg.Pool, row: SessionRow, now: Date): Promise<void> {
  const due = new Date(now.getTime() - ACTIVITY_STEP_MS)
  const latest = new Date(now.getTime() + MAX_CLOCK_DIFFERENCE_MS)
  if (row.active_at > due && row.active_at <= latest) return
  await pool.query(
    `UPDATE sessions SET active_at = $2, created_at = least(created_at, $2)
      WHERE id = $1 AND (active_at <= $3 OR active_at > $4)`,
    [row.session_id, now, due, latest],
  )
}
