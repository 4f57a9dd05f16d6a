import { hkdfSync, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { ignoring, PG_CODES, stateConflict } from '../errors.ts'

/** The purposes for which a key is derived from the server secret. Each has its own key. */
type SecretPurpose =
  | 'sign-in'
  | 'known-devices'
  | 'connection-links'
  | 'quota-subjects'
  | 'cursors'
  | 'webhooks'

/** The key of a purpose, as text. It is the same on every process of an installation. */
export type DeriveSecret = (purpose: SecretPurpose) => string

/**
 * The secret from which all keys of this installation are derived: `configured`, or else one that is generated once and
 * stored. Throws `state_conflict` for the runtime role, which cannot read it: the pool must be that of the owner.
 */
export async function readServerSecret(pool: pg.Pool, configured?: string): Promise<string> {
  if (configured !== undefined) return configured
  const found = await readOrCreate(pool).catch(ignoring(PG_CODES.insufficientPrivilege))
  if (found !== undefined) return found
  const remedy = 'Set AUTH_SECRET, or DATABASE_OWNER_URL.'
  throw stateConflict(
    `The role of DATABASE_URL cannot read the secret that sessions are signed with. ${remedy}`,
  )
}

/** The same secret, for a reader who creates none. Null: there is none, or the role cannot read it. */
export async function findServerSecret(pool: pg.Pool, configured?: string): Promise<string | null> {
  const stored = () => readStored(pool).catch(ignoring(PG_CODES.insufficientPrivilege))
  return configured ?? (await stored()) ?? null
}

async function readStored(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ server_secret: string }>(
    'SELECT server_secret FROM installation',
  )
  return rows[0]?.server_secret ?? null
}

async function readOrCreate(pool: pg.Pool): Promise<string> {
  await pool.query('INSERT INTO installation (server_secret) VALUES ($1) ON CONFLICT DO NOTHING', [
    randomBytes(32).toString('base64url'),
  ])
  // This needs a separate statement: an INSERT with a conflict does not return the row of a concurrent transaction.
  const stored = await readStored(pool)
  if (stored === null) throw new Error('The server secret was not stored.')
  return stored
}

/** Derives keys of 256 bits from the secret (HKDF-SHA-256, base64url). No key reveals another. */
export function createDeriveSecret(secret: string): DeriveSecret {
  const derived = new Map<SecretPurpose, string>()
  return (purpose) => {
    const known = derived.get(purpose)
    if (known !== undefined) return known
    const key = Buffer.from(hkdfSync('sha256', secret, '', `orangery/${purpose}`, 32))
    const text = key.toString('base64url')
    derived.set(purpose, text)
    return text
  }
}
