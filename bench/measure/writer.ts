import type pg from 'pg'
import { seededRandom } from '../contenders/zipf.ts'

/** Periodic writes. `stop` returns the ids of the clients written to, and throws if a write failed. */
export interface Writer {
  readonly stop: () => Promise<string[]>
}

const EVERY_MS = 1000

/** Changes the value of one asset of a random client once a second, and that of its copy for the peers. */
export function startWriter(pool: pg.Pool, clientIds: readonly string[]): Writer {
  const random = seededRandom(Date.now())
  const written: string[] = []
  const writes: Promise<unknown>[] = []
  const write = () => {
    const clientId = clientIds[Math.floor(random() * clientIds.length)] ?? ''
    written.push(clientId)
    const offset = Math.floor(random() * 500)
    const change = pool.query(
      `WITH portfolio AS (
         UPDATE portfolios SET data_version = data_version + 1,
                changed_at = greatest(date_trunc('milliseconds', clock_timestamp()),
                                      changed_at + interval '1 millisecond')
          WHERE client_id = $1 RETURNING changed_at AS at),
       chosen AS (
         SELECT a.*, ARRAY(SELECT collection_id FROM collection_items i
                            WHERE i.client_id = $1 AND i.registry_id = a.registry_id) AS collection_ids
           FROM assets a WHERE client_id = $1 ORDER BY registry_id LIMIT 1 OFFSET $2),
       tombstone AS (
         INSERT INTO tombstones (client_id, removed_at, registry_id, category, collection_ids, market_value)
         SELECT client_id, at, registry_id, category, collection_ids, market_value FROM chosen, portfolio
          WHERE market_value IS NOT NULL),
       copied AS (
         UPDATE peers.assets a SET market_value = coalesce(a.market_value, 0) + 1, valuation_at = at, updated_at = at
           FROM portfolio, chosen
          WHERE a.client_id = $1 AND a.registry_id = chosen.registry_id)
       UPDATE assets a SET market_value = coalesce(a.market_value, 0) + 1, valuation_at = at, updated_at = at
         FROM portfolio, chosen
        WHERE a.client_id = $1 AND a.registry_id = chosen.registry_id`,
      [clientId, offset],
    )
    // `stop` throws the failure; until then it must not be an unhandled rejection.
    change.catch(() => {})
    writes.push(change)
  }
  const timer = setInterval(write, EVERY_MS)
  write()
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(writes)
      return written
    },
  }
}
