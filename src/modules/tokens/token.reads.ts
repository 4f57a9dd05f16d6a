import type pg from 'pg'
import type { TokenScope } from '../../access/caller.ts'
import { readRows } from '../../database/statement.ts'

// More than a person may have that work.
const MAX_LISTED = 500

export interface TokenRow {
  id: string
  name: string
  reference: string
  scopes: TokenScope[]
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
}

/** A person's own tokens, those not revoked before those revoked, newest first; or the one of them that is named. */
export async function readTokens(
  pool: pg.Pool,
  userId: string,
  id: string | null = null,
): Promise<TokenRow[]> {
  return readRows<TokenRow>(
    pool,
    `SELECT id, name, reference, scopes::text[] AS scopes, created_at, expires_at, revoked_at FROM access_tokens
      WHERE user_id = $1 AND ($2::text IS NULL OR id = $2)
      ORDER BY revoked_at IS NOT NULL, created_at DESC, id DESC LIMIT ${MAX_LISTED}`,
    [userId, id],
  )
}
