import type pg from 'pg'
import { issueSecrets } from './fill.ts'

/** The keys, clients and assets that requests name. */
export interface RequestData {
  readonly secrets: readonly string[]
  /** All clients but the large one. */
  readonly clientIds: readonly string[]
  /** An asset of the first client, with documents and valuations. */
  readonly registryId: string
  readonly large: {
    readonly clientId: string
    readonly assets: number
    /** An instant after which ten of its assets changed. */
    readonly since: string
    /** An instant after which `LONG_DELTA` of them changed. */
    readonly longSince: string
  }
}

/** The number of changes of a long delta. */
export const LONG_DELTA = 5_000

/** Reads them from the filled database, with new secrets for the keys. */
export async function loadRequestData(pool: pg.Pool): Promise<RequestData> {
  const secrets = await issueSecrets(pool)
  const { rows } = await pool.query<{ client_id: string; assets: number }>(
    'SELECT client_id, count(*)::int AS assets FROM assets GROUP BY 1 ORDER BY 1',
  )
  const large = rows.pop()
  const clientIds = rows.map((row) => row.client_id)
  const asset = await pool.query<{ registry_id: string }>(
    'SELECT registry_id FROM assets WHERE client_id = $1 AND document_count = 3 ORDER BY 1 LIMIT 1',
    [clientIds[0]],
  )
  const [since, longSince] = await Promise.all(
    [10, LONG_DELTA].map((changes) => instantBefore(pool, large?.client_id, changes)),
  )
  const registryId = asset.rows[0]?.registry_id
  if (!large || !registryId || !since || !longSince)
    throw new Error('The database lacks the data that requests need.')
  return {
    secrets,
    clientIds,
    registryId,
    large: { clientId: large.client_id, assets: large.assets, since, longSince },
  }
}

async function instantBefore(
  pool: pg.Pool,
  clientId: string | undefined,
  changes: number,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ since: Date }>(
    'SELECT updated_at AS since FROM assets WHERE client_id = $1 ORDER BY 1 DESC OFFSET $2 LIMIT 1',
    [clientId, changes],
  )
  return rows[0]?.since.toISOString()
}
