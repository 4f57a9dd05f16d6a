import pg from 'pg'
import { DAY_MS } from '../values/durations.ts'
import { latestInstantQueries } from './portfolio-locks.ts'
import { inTransaction } from './transaction.ts'

/**
 * Records that all portfolios, or that of one client, were restored. Mirrors may have data from after the backup. So
 * from now on, a delta from before this instant is incomplete, a cursor from before it is rejected, and new instants
 * are later. `now` is the clock of this machine; the later of the two clocks counts. Returns the number of portfolios.
 */
export async function markRestored(
  client: pg.ClientBase | pg.Pool,
  now: Date = new Date(),
  clientId: string | null = null,
): Promise<number> {
  const { rows } = await client.query<{ at: Date }>(
    "SELECT greatest(date_trunc('milliseconds', clock_timestamp()), $1)::timestamptz(3) AS at",
    [now],
  )
  const instants = rows.map(({ at }) => at.getTime())
  for (const latest of LATEST) {
    const found = await client.query<{ at: Date | null }>(unlimited(latest, [clientId]))
    for (const { at } of found.rows) if (at) instants.push(at.getTime() + 1)
  }
  const values = [new Date(Math.max(...instants)), clientId]
  const { rowCount } = await client.query(unlimited(MARK, values))
  await resetFeeds(client, clientId)
  return rowCount ?? 0
}

// These statements read or write all portfolios. The connections of a start wait half a minute for a reply.
function unlimited(text: string, values: readonly unknown[]) {
  // 0 would stand for the time of the connection.
  return { text, values: [...values], query_timeout: DAY_MS }
}

// One instant for all: a cluster sets no column to an expression of others.
const LATEST = latestInstantQueries('$1::text IS NULL OR client_id = $1')
const MARK = 'UPDATE portfolios SET full_before = $1 WHERE $2::text IS NULL OR client_id = $2'

const UNMARKED = 'A restore has not marked the portfolios yet.'

/**
 * Notes that portfolios are still to be marked. An older schema has no column for the instant, and the process can end
 * before the migrations add it.
 */
export const NOTE_UNMARKED = `COMMENT ON TABLE portfolios IS ${pg.escapeLiteral(UNMARKED)}`

export async function areUnmarked(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ note: string | null }>(
    "SELECT obj_description(to_regclass('portfolios'), 'pg_class') AS note",
  )
  return rows[0]?.note === UNMARKED
}

/** Marks the portfolios if they are still to be marked. The schema must be up to date. */
export async function markUnmarked(owner: pg.Pool): Promise<void> {
  if (!(await areUnmarked(owner))) return
  await inTransaction(owner, 'BEGIN; SET LOCAL statement_timeout = 0', async (client) => {
    await markRestored(client)
    await client.query('COMMENT ON TABLE portfolios IS NULL')
  })
}

// Begins the change feeds anew after a restore. The cursors from before belong to other feeds then, so who sends one gets
// every grant again. An older schema has no feeds. With a client, its portfolio alone is read again.
async function resetFeeds(client: pg.ClientBase | pg.Pool, clientId: string | null): Promise<void> {
  const { rows } = await client.query<{ has: boolean }>(HAS_FEEDS)
  if (!rows[0]?.has) return
  for (const statement of UNREAD) await client.query(unlimited(statement, [clientId]))
  if (clientId === null) for (const each of BEGIN_ANEW) await client.query(unlimited(each, []))
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
