import type pg from 'pg'
import { isNumber, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'
import { GENERATION_SQL } from '../changes/feed.reads.ts'
import { type Due, readDue } from '../jobs/due.reads.ts'

// An endpoint has something to do if its feed has later entries, or others. One whose key has ended is paused after
// the last of them. All endpoints together are one statement, which has no row for those without news.
const dueEndpoints = (columns: string, now: string) => `SELECT ${columns}
  FROM webhook_endpoints e JOIN api_keys k ON k.id = e.key_id LEFT JOIN feeds f ON f.key_id = e.key_id
 WHERE e.state = 'active' AND e.next_try_at <= ${now} AND (e.leased_until IS NULL OR e.leased_until <= ${now})
   AND (f.position > e.position OR e.generation <> ${GENERATION_SQL} OR k.state <> 'active' OR k.expires_at <= ${now})`

const REQUESTED = `SELECT a.id, k.firm_id, a.due_at AS since
  FROM webhook_attempts a JOIN webhook_endpoints e ON e.id = a.endpoint_id JOIN api_keys k ON k.id = e.key_id
 WHERE a.due_at <= $1::timestamptz`

/** Whether there is something to send. */
export const WEBHOOKS_DUE = [
  'SELECT 1 FROM webhook_attempts WHERE due_at <= now()',
  dueEndpoints('1', 'now()'),
] as const

/** The attempts that admins have requested and no process sends, then the endpoints to which a try may be sent. */
export async function readDueWebhooks(pool: pg.Pool, now: Date): Promise<Due[]> {
  const endpoints = dueEndpoints('e.id, k.firm_id, e.next_try_at AS since', '$1::timestamptz')
  return [
    ...(await readDue(pool, REQUESTED, [now], 'webhook_attempts')),
    ...(await readDue(pool, endpoints, [now], 'webhook_endpoints')),
  ]
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
