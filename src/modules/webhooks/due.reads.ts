import type pg from 'pg'
import { keyStateAt, type LifeState } from '../../access/liveness.ts'
import { isInstant, isNumber, isOneOf, isText, orNull, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'

/** An endpoint to which a try may be sent. */
export interface DueEndpoint {
  readonly id: string
  readonly keyId: string
  readonly keyState: LifeState
  readonly generation: string
  readonly position: bigint
}

const readDue = rowReader('webhook_endpoints', {
  id: isText,
  keyId: isText,
  keyState: isOneOf(['active', 'revoked'] as const),
  keyExpiresAt: orNull(isInstant),
  generation: isText,
  position: isText,
})

/** The endpoints to which a try may be sent, the one first that has waited longest. */
export async function readDueEndpoints(pool: pg.Pool, now: Date): Promise<DueEndpoint[]> {
  const rows = await readRows(
    pool,
    `SELECT e.id, e.key_id AS "keyId", k.state::text AS "keyState", k.expires_at AS "keyExpiresAt",
            e.generation, e.position::text AS position
       FROM webhook_endpoints e JOIN api_keys k ON k.id = e.key_id
      WHERE e.state = 'active' AND e.next_try_at <= $1::timestamptz
        AND (e.leased_until IS NULL OR e.leased_until <= $1::timestamptz)
      ORDER BY e.next_try_at, e.id`,
    [now],
    'webhook_endpoints',
  )
  return rows.map(readDue).map(({ keyState, keyExpiresAt, position, ...due }) => ({
    ...due,
    keyState: keyStateAt({ state: keyState, expiresAt: keyExpiresAt }, now),
    position: BigInt(position),
  }))
}

const readLagRow = rowReader('webhook_endpoints', { seconds: isNumber })

/** How many seconds the oldest entry waits that is due at an active endpoint; 0 if none is. */
export async function readLag(pool: pg.Pool, now: Date): Promise<number> {
  const [row] = await readRows(
    pool,
    `SELECT coalesce(max(extract(epoch FROM $1::timestamptz - behind_since)), 0)::float8 AS seconds
       FROM webhook_endpoints WHERE state = 'active'`,
    [now],
    'webhook_endpoints',
  )
  return Math.max(0, readLagRow(row).seconds)
}
