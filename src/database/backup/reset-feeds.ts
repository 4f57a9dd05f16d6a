import type pg from 'pg'

/**
 * Begins the change feeds anew after a restore. The cursors from before belong to other feeds then, so who sends one gets
 * every grant again. An older schema has no feeds. With a client, its portfolio alone is read again.
 */
export async function resetFeeds(
  client: pg.ClientBase | pg.Pool,
  clientId: string | null,
): Promise<void> {
  const { rows } = await client.query<{ has: boolean }>(HAS_FEEDS)
  if (!rows[0]?.has) return
  for (const statement of UNREAD) await client.query(statement, [clientId])
  if (clientId === null) for (const statement of BEGIN_ANEW) await client.query(statement)
}

const HAS_FEEDS = "SELECT to_regclass('feeds') IS NOT NULL AS has"
const UNREAD = [
  'UPDATE grants SET feed_version = 0, feed_state = NULL WHERE $1::text IS NULL OR client_id = $1',
  'UPDATE portfolios SET feed_version = -1 WHERE $1::text IS NULL OR client_id = $1',
]
const BEGIN_ANEW = [
  ...['feed_grants', 'feeds'].map((table) => `DELETE FROM ${table}`),
  'DELETE FROM feed_generation',
  `INSERT INTO feed_generation (generation) VALUES (left(md5(random()::text || clock_timestamp()), 12))`,
]
