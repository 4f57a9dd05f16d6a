import type pg from 'pg'
import { lapsedGrantSql } from '../../access/liveness.ts'
import { groupBy } from '../../values/group-by.ts'
import type { Due } from '../jobs/fair-work.ts'

const MOST = 200
const OF_FIRM = 50
// A read of a long list has a bound. The rest is read when these are done.
const PAGE = 2_000
const PAGES = 20

/** Stores that grants have expired at `now`. A reported end stays an end, also if the clock is set back. */
export async function storeExpiries(pool: pg.Pool, now: Date): Promise<void> {
  const { rows } = await pool.query<{ client_id: string; id: string }>(LAPSED, [now])
  for (const { client_id: clientId, id } of rows) await pool.query(EXPIRE, [clientId, id, now])
}

const LAPSED = `SELECT client_id, id FROM grants WHERE ${lapsedGrantSql('$1')} ORDER BY expires_at LIMIT ${MOST}`
// A grant that someone else changes is not waited for.
const EXPIRE = `UPDATE grants SET state = 'expired' WHERE client_id = $1 AND id IN (
  SELECT id FROM grants WHERE client_id = $1 AND id = $2 AND ${lapsedGrantSql('$3')}
    FOR NO KEY UPDATE SKIP LOCKED)`

// The order makes the server read the partial index: its statistics do not show that the columns are seldom unequal.
const UNREAD = [
  'grants WHERE (feed_version <> version OR feed_state IS DISTINCT FROM state)',
  'portfolios WHERE feed_version <> data_version',
] as const

export const CHANGES_DUE: readonly string[] = [
  ...UNREAD.map((rows) => `SELECT client_id FROM ${rows} ORDER BY client_id`),
  `SELECT 1 FROM grants WHERE ${lapsedGrantSql('now()')}`,
]

// Of a long list the oldest of a part is near enough.
const FIRST = `ORDER BY client_id LIMIT ${PAGE}`
/** Since when the oldest change waits that the feed has not read. */
export const OLDEST_CHANGE = `SELECT min(since) FROM (
  (SELECT greatest(updated_at, expiry_changed_at, revoked_at, CASE state WHEN 'expired' THEN expires_at END) AS since
     FROM ${UNREAD[0]} ${FIRST})
  UNION ALL (SELECT changed_at FROM ${UNREAD[1]} ${FIRST})
  UNION ALL (SELECT min(expires_at) FROM grants WHERE ${lapsedGrantSql('now()')})) unread`

/**
 * Clients of whom the feed has not read everything, without those in `except`. A client of several firms is due for
 * each of them. Of each firm there are a few, so that one firm hides the clients of no other.
 */
export async function listDueClients(
  pool: pg.Pool,
  except: readonly string[],
): Promise<readonly Due[]> {
  const found = new Set<string>()
  for (const rows of UNREAD) for (const id of await readUnread(pool, rows)) found.add(id)
  for (const id of except) found.delete(id)
  if (found.size === 0) return []
  const { rows: due } = await pool.query<Due>(FIRMS, [[...found]])
  for (const { id } of due) found.delete(id)
  const ofNoFirm: Due[] = [...found].map((id) => ({ id, firmId: null }))
  const byFirm = groupBy([...due, ...ofNoFirm], ({ firmId }) => firmId ?? '')
  return [...byFirm.values()].flatMap((ofFirm) => ofFirm.slice(0, OF_FIRM))
}

async function readUnread(pool: pg.Pool, rows: string): Promise<readonly string[]> {
  const text = `SELECT DISTINCT client_id FROM ${rows} AND client_id > $1 ORDER BY client_id LIMIT ${PAGE}`
  const ids: string[] = []
  for (let page = 0; page < PAGES; page++) {
    const read = await pool.query<{ client_id: string }>(text, [ids.at(-1) ?? ''])
    ids.push(...read.rows.map((row) => row.client_id))
    if (read.rows.length < PAGE) break
  }
  return ids
}

const FIRMS = `SELECT DISTINCT g.client_id AS id, k.firm_id AS "firmId" FROM grants g JOIN api_keys k ON k.id = g.key_id
  WHERE g.client_id = ANY ($1)
    AND (g.state = 'active' OR g.feed_version <> g.version OR g.feed_state IS DISTINCT FROM g.state)`
