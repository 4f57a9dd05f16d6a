import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type Due, readDue } from '../jobs/due.reads.ts'

const MOST = 200

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

/** Clients of whom the feed has not read everything, without those in `except`. One of several firms is due for each. */
export function listDueClients(pool: pg.Pool, except: readonly string[]): Promise<Due[]> {
  return readDue(pool, DUE_CLIENTS, [except], 'changes_due')
}

// Each condition is that of a partial index, so nothing is read where nothing is due.
const UNREAD_GRANT = '(g.feed_version <> g.version OR g.feed_state IS DISTINCT FROM g.state)'
const UNREAD_PORTFOLIO = 'p.feed_version <> p.data_version'

// Parts of the nodes and of the coordinator of a cluster are materialized one after another.
const DUE_CLIENTS = `
  WITH of_grants AS MATERIALIZED (
    SELECT g.client_id, k.firm_id FROM grants g JOIN api_keys k ON k.id = g.key_id WHERE ${UNREAD_GRANT}),
  of_portfolios AS MATERIALIZED (
    SELECT p.client_id, k.firm_id FROM portfolios p
      LEFT JOIN grants g ON g.client_id = p.client_id AND g.state = 'active'
      LEFT JOIN api_keys k ON k.id = g.key_id
     WHERE ${UNREAD_PORTFOLIO}),
  marked AS MATERIALIZED (SELECT client_id, NULL::text AS firm_id FROM feed_clients)
  SELECT client_id AS id, firm_id, client_id AS since
    FROM (TABLE of_grants UNION TABLE of_portfolios UNION TABLE marked) found
   WHERE client_id <> ALL ($1)`

/** Whether there is something for the feed to do. */
export const CHANGES_DUE = [
  "SELECT 1 FROM grants WHERE state = 'active' AND expires_at <= now()",
  `SELECT 1 FROM grants g WHERE ${UNREAD_GRANT}`,
  `SELECT 1 FROM portfolios p WHERE ${UNREAD_PORTFOLIO}`,
  'SELECT 1 FROM feed_clients',
  // The clock of the links was never set, or is ahead of that of the database.
  'SELECT 1 FROM (SELECT) one LEFT JOIN feed_generation ON true WHERE links_until IS NULL OR links_until > now()',
  `SELECT 1 FROM share_links
    WHERE revoked_at IS NULL AND expires_at > (SELECT links_until FROM feed_generation)
      AND expires_at < date_trunc('milliseconds', now())`,
] as const
