import type pg from 'pg'
import { momentSql, requirePrimary } from '../database/database-epoch.ts'
import { readRows } from '../database/statement.ts'
import { GatewayError } from '../errors.ts'
import type { Person } from './caller.ts'
import type { PersonIdentity } from './identity.reads.ts'
import { namesSession } from './page-session.ts'
import { ACTIVITY_STEP_MS, endOfSession } from './session-life.ts'
import { isBoolean, isInstant, isText, type RowOf, rowReader } from './stored-row.ts'

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

/** A person who is signed in. */
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

async function recordActivity(pool: pg.Pool, row: SessionRow, now: Date): Promise<void> {
  const due = new Date(now.getTime() - ACTIVITY_STEP_MS)
  if (row.active_at > due) return
  await pool.query('UPDATE sessions SET active_at = $2 WHERE id = $1 AND active_at <= $3', [
    row.session_id,
    now,
    due,
  ])
}
