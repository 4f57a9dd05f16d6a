import { hkdfSync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { GatewayError } from '../errors.ts'

/** What a key that is derived from the server's secret may be used for: one key for each purpose. */
export type SecretPurpose = 'sign-in' | 'known-devices' | 'connection-links'

/** Gives the key of a purpose, as text; always the same for the same installation. */
export type DeriveSecret = (purpose: SecretPurpose) => string

/**
 * The secret from which all keys of this installation are derived: the one that is given, else one
 * that is made once and kept in the database, so that every process on it has the same. The pool is
 * the owner's: the runtime role cannot read it. Throws `state_conflict` for that role.
 */
export async function readServerSecret(pool: pg.Pool, given?: string): Promise<string> {
  if (given !== undefined) return given
  return readOrCreate(pool).catch((error: unknown) => {
    const insufficientPrivilege = '42501'
    if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error
    const remedy = 'Set AUTH_SECRET, or DATABASE_OWNER_URL.'
    throw new GatewayError(
      'state_conflict',
      `The secret that sessions are signed with is kept where the role of DATABASE_URL cannot read it. ${remedy}`,
      { cause: error },
    )
  })
}

async function readOrCreate(pool: pg.Pool): Promise<string> {
  await pool.query('INSERT INTO installation (server_secret) VALUES ($1) ON CONFLICT DO NOTHING', [
    randomBytes(32).toString('base64url'),
  ])
  // A statement of its own: one that collided does not see what it collided with.
  const { rows } = await pool.query<{ server_secret: string }>(
    'SELECT server_secret FROM installation',
  )
  const [row] = rows
  if (!row) throw new Error('The server secret was not kept.')
  return row.server_secret
}

/** The keys of the secret: 256 bits each (HKDF-SHA-256, base64url), from which nobody learns another. */
export function createDeriveSecret(secret: string): DeriveSecret {
  return (purpose) =>
    Buffer.from(hkdfSync('sha256', secret, '', `orangery/${purpose}`, 32)).toString('base64url')
}
