import { randomBytes } from 'node:crypto'
import type pg from 'pg'

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

/** Clients of whom the feed has not read everything, without those in `except`. */
export async function listDueClients(
  pool: pg.Pool,
  except: readonly string[],
): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const query of DUE) {
    const { rows } = await pool.query<{ client_id: string }>(query, [except])
    for (const { client_id: clientId } of rows) found.add(clientId)
  }
  return [...found]
}

// Each condition is that of a partial index, so nothing is read where nothing is due.
const DUE = [
  'grants WHERE (feed_version <> version OR feed_state IS DISTINCT FROM state)',
  'portfolios WHERE feed_version <> data_version',
  'feed_clients WHERE true',
].map((rows) => `SELECT DISTINCT client_id FROM ${rows} AND client_id <> ALL ($1) LIMIT ${MOST}`)
