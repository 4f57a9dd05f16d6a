import type pg from 'pg'
import { readRows } from '../database/statement.ts'

/** A credential as the database has it: a hash for keys and access tokens, the token of a session. */
export interface StoredCredential {
  readonly kind: 'key' | 'token' | 'session'
  readonly stored: Uint8Array | string
  /** SHA-256 of the whole credential, in hex. */
  readonly fingerprint: string
}

// Leaves out what has ended. What else stands against a credential is found when it is read.
const LIVE = `
  SELECT encode(s.hash, 'hex') AS fingerprint FROM key_secrets s JOIN api_keys k ON k.id = s.key_id
   WHERE s.hash = ANY ($1::bytea[]) AND k.state = 'active'
     AND (k.expires_at IS NULL OR k.expires_at > $4) AND (s.expires_at IS NULL OR s.expires_at > $4)
  UNION ALL
  SELECT encode(hash, 'hex') FROM access_tokens
   WHERE hash = ANY ($2::bytea[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $4)
  UNION ALL
  SELECT encode(sha256(convert_to(cookie_token, 'UTF8')), 'hex') FROM sessions
   WHERE cookie_token = ANY ($3::text[]) AND expires_at > $4`

/** The marks of those that exist and have not ended, in one statement. */
export async function findLive(
  pool: pg.Pool,
  credentials: readonly StoredCredential[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const stored = (kind: StoredCredential['kind']) =>
    credentials
      .filter((credential) => credential.kind === kind)
      .map(({ stored }) => (typeof stored === 'string' ? stored : Buffer.from(stored)))
  const values = [stored('key'), stored('token'), stored('session'), now]
  const rows = await readRows<{ fingerprint: string }>(pool, LIVE, values)
  return new Set(rows.map(({ fingerprint }) => fingerprint))
}
