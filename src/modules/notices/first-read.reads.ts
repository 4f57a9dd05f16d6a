import type pg from 'pg'
import { isInstant, isText, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'

// A client is told of the first read only within this time after they gave the access. Later it is not news.
const NEWS_DAYS = 30

/** A grant under which a firm has read, and of which the client has not been told. */
interface FirstRead {
  readonly clientId: string
  readonly id: string
  readonly createdAt: Date
}

const readNewGrant = rowReader('new grants', { clientId: isText, id: isText, createdAt: isInstant })
const readReader = rowReader('grants with reads', { id: isText })

const NEW_GRANTS = `
  SELECT g.client_id AS "clientId", g.id, g.created_at AS "createdAt" FROM grants g
   WHERE g.created_at > $1::timestamptz - make_interval(days => ${NEWS_DAYS}) AND g.state = 'active'
     AND NOT EXISTS (SELECT 1 FROM sent_notices s
                      WHERE s.client_id = g.client_id AND s.grant_id = g.id AND s.kind = 'first_read')`
// A statement of its own: Citus does not join the two tables.
const WITH_READS = `SELECT DISTINCT grant_id AS id FROM grant_usage WHERE grant_id = ANY ($1::text[]) AND reads > 0`

/** The grants of the last 30 days under which a firm has read for the first time. */
export async function readFirstReads(pool: pg.Pool, now: Date): Promise<FirstRead[]> {
  const rows = await readRows(pool, NEW_GRANTS, [now], 'new grants')
  const grants = rows.map((row) => readNewGrant(row))
  if (grants.length === 0) return []
  const ids = grants.map(({ id }) => id)
  const read = await readRows(pool, WITH_READS, [ids], 'grants with reads')
  const known = new Set(read.map((row) => readReader(row).id))
  return grants.filter(({ id }) => known.has(id))
}
