import type pg from 'pg'
import { lapsedGrantSql, liveSql } from '../../access/liveness.ts'
import { readRows } from '../../database/statement.ts'
import { firstEntrySql, GENERATION_SQL } from '../changes/feed.reads.ts'
import { type Due, readDue } from '../jobs/fair-work.ts'
import { LONGEST_AHEAD_MS } from './webhook-rules.ts'

/** The condition that a try may be sent to the endpoint `e`. `now` is an expression of type timestamptz. */
export function mayTrySql(now: string): string {
  return `e.state = 'active' AND (e.next_try_at <= ${now} OR (e.tries = 0 AND ${isOverSql('e.next_try_at', now)}))
   AND (e.leased_until IS NULL OR ${isOverSql('e.leased_until', now)})`
}

// Whether nothing waits for the instant: it is over, or was written before the clock was set back.
function isOverSql(at: string, now: string): string {
  return `(${at} <= ${now} OR ${at} > ${now} + interval '${LONGEST_AHEAD_MS} milliseconds')`
}

// An endpoint has something to do if its feed has later entries, or others. One whose key has ended is paused after
// the last of them. All endpoints together are one statement, which has no row for those without news.
const dueEndpoints = (columns: string, now: string) => `SELECT ${columns}
  FROM webhook_endpoints e JOIN api_keys k ON k.id = e.key_id LEFT JOIN feeds f ON f.key_id = e.key_id
 WHERE ${mayTrySql(now)}
   AND (f.position > e.position OR e.generation <> ${GENERATION_SQL} OR NOT ${liveSql('k', now)})`

const REQUESTED = `SELECT a.id, k.firm_id, a.due_at AS since
  FROM webhook_attempts a JOIN webhook_endpoints e ON e.id = a.endpoint_id JOIN api_keys k ON k.id = e.key_id
 WHERE ${isOverSql('a.due_at', '$1::timestamptz')}`

export const WEBHOOKS_DUE = [
  `SELECT 1 FROM webhook_attempts WHERE ${isOverSql('due_at', 'now()')}`,
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

/** Since when the oldest entry waits that an active endpoint has not got: the first one after its place in the feed. */
export const OLDEST_UNDELIVERED = `SELECT min(first.at)
  FROM webhook_endpoints e LEFT JOIN feeds f ON f.key_id = e.key_id,
       LATERAL (SELECT e.generation = ${GENERATION_SQL} AS same) feed,
       LATERAL (SELECT CASE WHEN feed.same THEN e.position ELSE 0 END AS position,
                       CASE WHEN feed.same THEN e.ahead ELSE '{}' END AS ahead) place,
       LATERAL (${firstEntrySql('e.key_id', 'place.position', 'place.ahead')}) first
 WHERE e.state = 'active' AND (f.position > e.position OR NOT feed.same)`

/** Whether a grant of the key has changed, or has reached its expiry, and its feed does not say so yet. */
export async function isFeedBehind(pool: pg.Pool, keyId: string, now: Date): Promise<boolean> {
  return (await readRows(pool, BEHIND, [keyId, now], 'feed_behind')).length > 0
}

const BEHIND = `SELECT id FROM grants
  WHERE key_id = $1 AND (feed_version <> version OR feed_state IS DISTINCT FROM state
                         OR ${lapsedGrantSql('$2')}) LIMIT 1`
