import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { importGateway } from '../gateway.ts'
import { BENCH, PEERS } from '../paths.ts'
import type { Size } from './size.ts'
import { requireSound } from './sound.ts'

// A database that was filled in another form cannot be used again.
const FORM = 'blocks'

/**
 * Fills an empty database. Does nothing if it was already filled to this size. Throws if it was filled
 * to another size or in another form, or if a derived column is inconsistent.
 */
export async function fill(pool: pg.Pool, size: Size): Promise<void> {
  const wanted = JSON.stringify({ ...size, form: FORM })
  const found = await filledSize(pool)
  if (found === wanted) return
  if (found !== null) throw new Error(`The database was filled otherwise: ${found}.`)
  const client = await pool.connect()
  try {
    for (const [name, value] of Object.entries(size)) {
      await client.query(`SELECT set_config('bench.' || $1, $2, false)`, [name, String(value)])
    }
    await client.query(await readFile(join(BENCH, 'database/kinds.sql'), 'utf8'))
    await client.query(await readFile(join(PEERS, 'tables.sql'), 'utf8'))
    await client.query(await readFile(join(BENCH, 'database/fill.sql'), 'utf8'))
    await client.query(await readFile(join(PEERS, 'postgraphile/security.sql'), 'utf8'))
    await requireConsistent(client)
    await requireSound(pool)
    await client.query(`COMMENT ON DATABASE orangery IS '${wanted}'`)
    await client.query('VACUUM (ANALYZE)')
    await client.query('CHECKPOINT')
  } finally {
    client.release(true)
  }
}

async function filledSize(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ size: string | null }>(
    `SELECT shobj_description(oid, 'pg_database') AS size FROM pg_database WHERE datname = 'orangery'`,
  )
  return rows[0]?.size ?? null
}

async function requireConsistent(client: pg.PoolClient): Promise<void> {
  const text = await readFile(join(BENCH, 'database/consistency.sql'), 'utf8')
  const { rows } = await client.query<{ rule: string; broken: number }>(text)
  const broken = rows.filter((row) => row.broken > 0)
  if (broken.length > 0) throw new Error(`Inconsistent data: ${JSON.stringify(broken)}`)
}

interface NewSecret {
  readonly secret: string
  readonly reference: string
  readonly hash: Uint8Array
}

/** Creates a secret for each key with the gateway's own code; replaces the secrets of earlier runs. */
export async function issueSecrets(pool: pg.Pool): Promise<string[]> {
  const built: { createSecret(kind: 'production'): NewSecret } = await importGateway('secret')
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM api_keys ORDER BY id')
  const issued = rows.map((row) => ({ ...built.createSecret('production'), id: row.id }))
  await pool.query('DELETE FROM key_secrets')
  await pool.query(
    'INSERT INTO key_secrets (key_id, reference, hash) SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[])',
    [
      issued.map(({ id }) => id),
      issued.map(({ reference }) => reference),
      issued.map(({ hash }) => Buffer.from(hash)),
    ],
  )
  return issued.map(({ secret }) => secret)
}
