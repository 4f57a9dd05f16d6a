import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { importGateway } from '../../gateway.ts'

/** The secret that the measured gateway signs sessions with. */
export const AUTH_SECRET = 'for benchmarks alone, and for nothing else'

// As history.sql names them.
const ADMIN = `user_0A${'1'.padStart(24, '0')}`
const STAFF = `user_0A${'2'.padStart(24, '0')}`

/** The headers of the sessions of those who open pages of the portal. */
export interface People {
  readonly client: Readonly<Record<string, string>>
  readonly admin: Readonly<Record<string, string>>
  readonly staff: Readonly<Record<string, string>>
}

/** Begins a session for the client, for the admin of the firm, and for a member of staff. */
export async function signIn(pool: pg.Pool, clientId: string): Promise<People> {
  const built: { createDeriveSecret(secret: string): (purpose: 'sign-in') => string } =
    await importGateway('serverSecret')
  const key = built.createDeriveSecret(AUTH_SECRET)('sign-in')
  const headersOf = async (userId: string) => {
    const token = randomBytes(32).toString('base64url')
    // Of an earlier run on the same database.
    await pool.query('DELETE FROM sessions WHERE user_id = $1', [userId])
    await pool.query(
      `INSERT INTO sessions (id, user_id, cookie_token, expires_at) VALUES ('session_' || $1, $1, $2, now() + interval '1 hour')`,
      [userId, token],
    )
    const signature = createHmac('sha256', key).update(token).digest('base64')
    return { Cookie: `orangery.session_token=${encodeURIComponent(`${token}.${signature}`)}` }
  }
  return {
    client: await headersOf(clientId),
    admin: await headersOf(ADMIN),
    staff: await headersOf(STAFF),
  }
}
