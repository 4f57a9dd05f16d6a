import type pg from 'pg'
import { seeded } from '../contenders/zipf.ts'

/** Writes that go on until they are stopped; stopping gives the clients written to, and throws what failed. */
export interface Writer {
  readonly stop: () => Promise<string[]>
}

const EVERY_MS = 1000

/** Changes the value of one asset of some client once a second, with every trigger on. */
export function startWriter(pool: pg.Pool, clientIds: readonly string[]): Writer {
  const random = seeded(Date.now())
  const written: string[] = []
  const writes: Promise<unknown>[] = []
  const write = () => {
    const clientId = clientIds[Math.floor(random() * clientIds.length)] ?? ''
    written.push(clientId)
    const place = Math.floor(random() * 500)
    const change = pool.query(
      `UPDATE assets SET market_value = coalesce(market_value, 0) + 1
        WHERE client_id = $1 AND registry_id = (SELECT registry_id FROM assets WHERE client_id = $1
                                                 ORDER BY registry_id LIMIT 1 OFFSET $2)`,
      [clientId, place],
    )
    // A failure waits for stop, which throws it.
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
