import type pg from 'pg'
import { isText, rowReader } from '../../access/rows.ts'
import { Params, readRows, someContains } from '../../database/statement.ts'
import type { Environment, PrismaClient } from '../../generated/prisma/client.ts'
import { matchingRequests, type RequestFilter, readRequest } from './request.reads.ts'
import { STORED_REQUESTS, type StoredRequest } from './stored-requests.ts'

export interface RequestsOfKeys {
  readonly keyIds: readonly string[]
  readonly filter: RequestFilter
  /** The clients whose names contain the searched text. */
  readonly namedIds: readonly string[]
}

/** The ids of the keys of a firm, of one environment unless it is null. */
export async function readKeyIds(
  prisma: PrismaClient,
  firmId: string,
  environment: Environment | null,
): Promise<string[]> {
  const where = { firmId, ...(environment && { environment }) }
  const keys = await prisma.apiKey.findMany({ where, select: { id: true } })
  return keys.map(({ id }) => id)
}

/** A page of the requests, newest first. Each key gives its newest by an index, and the newest of these are the page. */
export async function readRequestsOfKeys(
  pool: pg.Pool,
  { keyIds, filter, namedIds }: RequestsOfKeys,
  { limit, after }: { readonly limit: number; readonly after: readonly [Date, string] | null },
  now: Date,
): Promise<StoredRequest[]> {
  const params = new Params()
  const keys = `unnest(${params.add(keyIds)}::text[])`
  const conditions = matchingRequests(filter, params, now, namedIds)
  if (after) {
    const [at, id] = after
    conditions.push(
      `(r.at, r.id) < (${params.add(at)}::timestamptz, ${params.add(id)}::text COLLATE "C")`,
    )
  }
  const newest = `ORDER BY r.at DESC, r.id DESC LIMIT ${params.add(limit)}`
  const rows = await readRows(
    pool,
    `SELECT r.* FROM ${keys} AS key (id) CROSS JOIN LATERAL (
       SELECT r.* FROM ${STORED_REQUESTS} WHERE r.key_id = key.id AND ${conditions.join(' AND ')} ${newest}) AS r
      ${newest}`,
    params.values,
    'request log',
  )
  return rows.map(readRequest)
}

export async function countRequestsOfKeys(
  pool: pg.Pool,
  { keyIds, filter, namedIds }: RequestsOfKeys,
  now: Date,
): Promise<number> {
  const params = new Params()
  const keys = params.add(keyIds)
  const conditions = matchingRequests(filter, params, now, namedIds)
  const rows = await readRows(
    pool,
    `SELECT count(*)::int AS total FROM ${STORED_REQUESTS}
      WHERE r.key_id = ANY (${keys}::text[]) AND ${conditions.join(' AND ')}`,
    params.values,
    'request log',
  )
  return Number(rows[0]?.total)
}

/**
 * The clients of a firm who are in stored requests of these keys, and whose names contain the text. Their number is
 * bounded by that of the requests, not by that of the firm's clients.
 */
export async function findNamedClients(
  pool: pg.Pool,
  { firmId, keyIds }: { readonly firmId: string; readonly keyIds: readonly string[] },
  text: string,
): Promise<string[]> {
  // This is a statement of its own: on a cluster the log is on the coordinator, and the grants are on the nodes.
  const stored = `SELECT DISTINCT r.client_id FROM key_requests r
    WHERE r.key_id = ANY ($1::text[]) AND r.client_id IS NOT NULL`
  const asked = await readRows(pool, stored, [keyIds], 'asked clients')
  if (asked.length === 0) return []
  const params = new Params()
  const firm = params.add(firmId)
  const ids = `ANY (${params.add(asked.map(({ client_id }) => String(client_id)))}::text[])`
  const rows = await readRows(
    pool,
    `SELECT u.id FROM users u
      WHERE ${someContains(['u.name'], text, params)} AND u.id = ${ids} AND u.id IN (
        SELECT g.client_id FROM api_keys k JOIN grants g ON g.key_id = k.id
         WHERE k.firm_id = ${firm} AND g.client_id = ${ids})`,
    params.values,
    'named clients',
  )
  return rows.map(({ id }) => String(id))
}

const readName = rowReader('grants', { key_id: isText, client_id: isText, name: isText })

/** The names of clients who have given a key a grant, each by the ids of the key and the client with a space between. */
export async function readClientNames(
  pool: pg.Pool,
  pairs: readonly string[],
): Promise<Map<string, string>> {
  const ids = pairs.map((pair) => pair.split(' '))
  const rows = await readRows(
    pool,
    `SELECT DISTINCT g.key_id, g.client_id, u.name FROM grants g JOIN users u ON u.id = g.client_id
      WHERE g.key_id = ANY ($1::text[]) AND g.client_id = ANY ($2::text[])`,
    [0, 1].map((part) => [...new Set(ids.map((pair) => pair[part]))]),
    'client names',
  )
  const named = rows.map(readName)
  return new Map(named.map((row) => [`${row.key_id} ${row.client_id}`, row.name]))
}
