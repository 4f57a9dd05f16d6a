import type pg from 'pg'
import type { Environment, Person, Tier } from '../../access/caller.ts'
import { isId } from '../../access/ids.ts'
import type { Scope } from '../../access/scopes.ts'
import { notFound } from '../../database/change.ts'
import { Params, readRows } from '../../database/statement.ts'
import { visibleFirm } from './firm.reads.ts'

export type KeyState = 'active' | 'expired' | 'revoked'

/** A key as those see it who see its firm. */
export interface KeyRow {
  id: string
  firm_id: string
  firm_name: string
  name: string
  environment: Environment
  scopes: Scope[]
  tier: Tier
  allowed_ips: string[]
  state: KeyState
  /** The name of whoever made it; null: an operator. */
  created_by: string | null
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
}

export interface KeySecretRow {
  key_id: string
  reference: string
  created_at: Date
  expires_at: Date | null
}

/** A place in a list that is ordered by the time of creation, newest first. */
export interface CreatedPosition {
  readonly at: Date
  readonly id: string
}

/** A stretch of such a list. */
export interface CreatedRange {
  readonly limit: number
  readonly after: CreatedPosition | null
}

/** The SQL for what key `k` is at an instant. */
export function keyState(now: string): string {
  return `CASE WHEN k.state = 'revoked' THEN 'revoked'
    WHEN k.expires_at <= ${now} THEN 'expired' ELSE 'active' END`
}

/** The SQL for the rows of `alias` that come after a place, newest first. */
export function afterPosition(
  place: CreatedPosition | null,
  alias: string,
  params: Params,
): string {
  if (!place) return ''
  const { at, id } = place
  return ` AND (${alias}.created_at, ${alias}.id) < (${params.add(at)}::timestamptz, ${params.add(id)})`
}

const COLUMNS = `k.id, k.firm_id, f.name AS firm_name, k.name, k.environment::text AS environment,
  k.scopes::text[] AS scopes, coalesce(k.tier, f.tier)::text AS tier, k.allowed_ips,
  u.name AS created_by, k.created_at, k.expires_at, k.revoked_at`
const JOINS = 'JOIN firms f ON f.id = k.firm_id LEFT JOIN users u ON u.id = k.created_by'

/** By firm: the same page of its keys, newest first, one more than fits where there is one. */
export async function readFirmKeys(
  pool: pg.Pool,
  person: Person,
  firmIds: readonly string[],
  span: CreatedRange,
  now: Date,
): Promise<KeyRow[]> {
  const params = new Params()
  const ids = params.add(firmIds)
  return readRows<KeyRow>(
    pool,
    `SELECT ${COLUMNS}, ${keyState(`${params.add(now)}::timestamptz`)} AS state
       FROM unnest(${ids}::text[]) wanted (firm_id)
       CROSS JOIN LATERAL (SELECT * FROM api_keys k
              WHERE k.firm_id = wanted.firm_id${afterPosition(span.after, 'k', params)}
              ORDER BY k.created_at DESC, k.id DESC LIMIT ${params.add(span.limit)}) k ${JOINS}
      WHERE ${visibleFirm(person, 'k.firm_id', params)} ORDER BY k.created_at DESC, k.id DESC`,
    params.values,
  )
}

/** By firm: how many keys it has. */
export async function countFirmKeys(pool: pg.Pool, firmIds: readonly string[]) {
  const rows = await readRows<{ firm_id: string; total: number }>(
    pool,
    'SELECT firm_id, count(*)::int AS total FROM api_keys WHERE firm_id = ANY ($1::text[]) GROUP BY firm_id',
    [firmIds],
  )
  return new Map(rows.map((row) => [row.firm_id, row.total]))
}

/** A key of a firm that the person sees; throws `record_not_found` for any other. */
export async function requireKey(
  pool: pg.Pool,
  person: Person,
  id: string,
  now: Date,
): Promise<KeyRow> {
  if (!isId('key', id)) throw notFound('key')
  const params = new Params()
  const [row] = await readRows<KeyRow>(
    pool,
    `SELECT ${COLUMNS}, ${keyState(`${params.add(now)}::timestamptz`)} AS state FROM api_keys k ${JOINS}
      WHERE k.id = ${params.add(id)} AND ${visibleFirm(person, 'k.firm_id', params)}`,
    params.values,
  )
  if (!row) throw notFound('key')
  return row
}

/** The secrets of keys that still work, newest first. */
export async function readLiveSecrets(
  pool: pg.Pool,
  keyIds: readonly string[],
  now: Date,
): Promise<KeySecretRow[]> {
  return readRows<KeySecretRow>(
    pool,
    `SELECT s.key_id, s.reference, s.created_at, s.expires_at
       FROM key_secrets s JOIN api_keys k ON k.id = s.key_id
      WHERE s.key_id = ANY ($1::text[]) AND k.state = 'active'
        AND (k.expires_at IS NULL OR k.expires_at > $2::timestamptz)
        AND (s.expires_at IS NULL OR s.expires_at > $2::timestamptz)
      ORDER BY s.created_at DESC, s.reference`,
    [keyIds, now],
  )
}
