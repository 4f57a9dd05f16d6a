import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { groupBy } from '../../values/group-by.ts'
import type { Due } from '../jobs/due.reads.ts'

const MOST = 200
const OF_FIRM = 50
// A read of a long list has a bound. The rest is read when these are done.
const PAGE = 2_000
const PAGES = 20

/**
 * Stores the state of grants whose expiry has passed at `now`. What is reported as ended stays ended, also if the clock
 * of the database is set back.
 */
export async function storeExpiries(pool: pg.Pool, now: Date): Promise<void> {
  const { rows } = await pool.query<{ client_id: string; id: string }>(LAPSED, [now])
  for (const { client_id: clientId, id } of rows) await pool.query(EXPIRE, [clientId, id, now])
}

const LAPSED = `SELECT client_id, id FROM grants
  WHERE state = 'active' AND expires_at <= $1 ORDER BY expires_at LIMIT ${MOST}`
// A grant that someone else changes is not waited for.
const EXPIRE = `UPDATE grants SET state = 'expired' WHERE client_id = $1 AND id IN (
  SELECT id FROM grants WHERE client_id = $1 AND id = $2 AND state = 'active' AND expires_at <= $3
    FOR NO KEY UPDATE SKIP LOCKED)`

/**
 * Marks the clients whose share links have expired since the last call. An expiry changes what is shown, and changes no
 * row. The instant of the call is stored only after marks, so an idle database is not written to.
 */
export async function markExpiredLinks(pool: pg.Pool, now: Date): Promise<void> {
  // A link that expires in the current millisecond is not shown as expired yet.
  const until = new Date(now.getTime() - 1)
  const { rows } = await pool.query<{ links_until: Date | null }>(READ_CLOCK)
  const since = rows[0]?.links_until ?? null
  const found = since === null ? [] : (await pool.query(EXPIRED_LINKS, [since, until])).rows
  for (const { client_id: clientId } of found) await pool.query(MARK, [clientId, createMark()])
  const isSetBack = since === null || until < since
  if (isSetBack || found.length > 0) await pool.query(SET_CLOCK, [until])
}

const READ_CLOCK = 'SELECT links_until FROM feed_generation'
const EXPIRED_LINKS = `SELECT DISTINCT client_id FROM share_links
  WHERE revoked_at IS NULL AND expires_at > $1 AND expires_at <= $2`
const MARK = `INSERT INTO feed_clients (client_id, mark) VALUES ($1, $2)
  ON CONFLICT (client_id) DO UPDATE SET mark = excluded.mark`
const SET_CLOCK = `INSERT INTO feed_generation (links_until) VALUES ($1)
  ON CONFLICT (id) DO UPDATE SET links_until = excluded.links_until`

function createMark(): string {
  return randomBytes(8).toString('hex')
}

// The order makes the server read the partial index: its statistics know nothing of columns that are seldom unequal.
const UNREAD = [
  'grants WHERE (feed_version <> version OR feed_state IS DISTINCT FROM state)',
  'portfolios WHERE feed_version <> data_version',
  'feed_clients WHERE true',
] as const

/** Whether there is something for the feed to do. */
export const CHANGES_DUE: readonly string[] = [
  ...UNREAD.map((rows) => `SELECT client_id FROM ${rows} ORDER BY client_id`),
  "SELECT 1 FROM grants WHERE state = 'active' AND expires_at <= now()",
  // The clock of the links was never set, or is ahead of that of the database.
  'SELECT 1 FROM (SELECT) one LEFT JOIN feed_generation ON true WHERE links_until IS NULL OR links_until > now()',
  `SELECT 1 FROM share_links
    WHERE revoked_at IS NULL AND expires_at > (SELECT links_until FROM feed_generation)
      AND expires_at < date_trunc('milliseconds', now())`,
]

/**
 * Clients of whom the feed has not read everything, without those in `except`. A client of several firms is due for each
 * of them. Of each firm there are a few, so that one firm hides the clients of no other.
 */
export async function listDueClients(
  pool: pg.Pool,
  except: readonly string[],
): Promise<readonly Due[]> {
  const found = new Set<string>()
  for (const rows of UNREAD) for (const id of await readUnread(pool, rows)) found.add(id)
  for (const id of except) found.delete(id)
  if (found.size === 0) return []
  const due = await readFirms(pool, [...found])
  for (const { id } of due) found.delete(id)
  const ofNoFirm: Due[] = [...found].map((id) => ({ id, firmId: null }))
  const byFirm = groupBy(
    [...due, ...ofNoFirm],
    ({ firmId }) => firmId ?? '',
    (each) => each,
  )
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

async function readFirms(pool: pg.Pool, clientIds: readonly string[]): Promise<Due[]> {
  const { rows } = await pool.query<{ client_id: string; firm_id: string }>(FIRMS, [clientIds])
  return rows.map((row) => ({ id: row.client_id, firmId: row.firm_id }))
}

const FIRMS = `SELECT DISTINCT g.client_id, k.firm_id FROM grants g JOIN api_keys k ON k.id = g.key_id
  WHERE g.client_id = ANY ($1)
    AND (g.state = 'active' OR g.feed_version <> g.version OR g.feed_state IS DISTINCT FROM g.state)`
