import type pg from 'pg'
import type { AssetFilter } from '../../access/asset-filter.ts'
import type { Environment, Person } from '../../access/caller.ts'
import { isId } from '../../access/ids.ts'
import type { Scope } from '../../access/scopes.ts'
import { notFound } from '../../database/change.ts'
import { Params, readRows } from '../../database/statement.ts'
import { afterPosition, type CreatedRange, type KeyState, keyState } from './api-key.reads.ts'
import { visibleFirm } from './firm.reads.ts'

/** Who ended a grant; `key`: it ended with its key. */
export type GrantRevoker = 'client' | 'firm' | 'operator' | 'key'

/** A grant with as much of its key and its client as either side may know of the other. */
export interface PartnerGrantRow {
  id: string
  version: number
  state: 'active' | 'expired' | 'revoked'
  scopes: Scope[]
  filter_type: AssetFilter['type']
  filter_values: string[]
  created_at: Date
  updated_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  revoked_by: GrantRevoker | null
  client_id: string
  client_name: string
  key_id: string
  key_name: string
  key_environment: Environment
  key_reference: string | null
  key_scopes: Scope[]
  key_state: KeyState
  firm_id: string
  firm_name: string
}

/** A stretch of a client's grants: the active ones first, each kind newest first. */
export interface ClientGrantSpan extends CreatedRange {
  /** Whether the grant that the page comes after is active. */
  readonly afterActive: boolean
}

const JOINS = `JOIN api_keys k ON k.id = g.key_id JOIN firms f ON f.id = k.firm_id
  JOIN users c ON c.id = g.client_id`

const columns = (
  now: string,
) => `g.id, g.version, ${grantState(now)} AS state, g.scopes::text[] AS scopes,
  g.filter_type::text AS filter_type, g.filter_values, g.created_at, g.updated_at, g.expires_at, g.revoked_at,
  g.revoked_by::text AS revoked_by, f.id AS firm_id,
  g.client_id, c.name AS client_name, k.id AS key_id, k.name AS key_name, k.environment::text AS key_environment,
  k.scopes::text[] AS key_scopes, ${keyState(now)} AS key_state, f.name AS firm_name, ${keyReference(now)} AS key_reference`

function grantState(now: string): string {
  return `CASE WHEN g.state = 'active' AND g.expires_at <= ${now} THEN 'expired' ELSE g.state::text END`
}

/** The SQL for the public reference of key `k`: that of the newest secret that works. */
export function keyReference(now: string): string {
  return `(SELECT s.reference FROM key_secrets s
    WHERE s.key_id = k.id AND (s.expires_at IS NULL OR s.expires_at > ${now})
    ORDER BY s.created_at DESC, s.reference LIMIT 1)`
}

/** A grant that the person sees: its client, the members of the key's firm, and staff. Throws `record_not_found`. */
export async function requireGrant(
  pool: pg.Pool,
  person: Person,
  id: string,
  now: Date,
): Promise<PartnerGrantRow> {
  if (!isId('grant', id)) throw notFound('grant')
  const params = new Params()
  const at = `${params.add(now)}::timestamptz`
  const [row] = await readRows<PartnerGrantRow>(
    pool,
    `SELECT ${columns(at)} FROM grants g ${JOINS} WHERE g.id = ${params.add(id)}
        AND (g.client_id = ${params.add(person.userId)} OR ${visibleFirm(person, 'k.firm_id', params)})`,
    params.values,
  )
  if (!row) throw notFound('grant')
  return row
}

/** The client's active grant to the key; null where there is none. */
export async function findActiveGrant(
  pool: pg.Pool,
  clientId: string,
  keyId: string,
  now: Date,
): Promise<PartnerGrantRow | null> {
  const [row] = await readRows<PartnerGrantRow>(
    pool,
    `SELECT ${columns('$3::timestamptz')} FROM grants g ${JOINS} WHERE g.key_id = $1 AND g.client_id = $2
        AND g.state = 'active' AND (g.expires_at IS NULL OR g.expires_at > $3::timestamptz)`,
    [keyId, clientId, now],
  )
  return row ?? null
}

/** The same page of each key's grants, newest first, for those who see the keys' firms. */
export async function readKeyGrants(
  pool: pg.Pool,
  person: Person,
  keyIds: readonly string[],
  span: CreatedRange,
  now: Date,
): Promise<PartnerGrantRow[]> {
  const params = new Params()
  const at = `${params.add(now)}::timestamptz`
  return readRows<PartnerGrantRow>(
    pool,
    `SELECT ${columns(at)} FROM unnest(${params.add(keyIds)}::text[]) wanted (key_id)
       CROSS JOIN LATERAL (SELECT * FROM grants g
              WHERE g.key_id = wanted.key_id${afterPosition(span.after, 'g', params)}
              ORDER BY g.created_at DESC, g.id DESC LIMIT ${params.add(span.limit)}) g ${JOINS}
      WHERE ${visibleFirm(person, 'k.firm_id', params)} ORDER BY g.created_at DESC, g.id DESC`,
    params.values,
  )
}

/** By key: how many grants it has, whatever their state. A key without any is absent. */
export async function countKeyGrants(pool: pg.Pool, keyIds: readonly string[]) {
  const rows = await readRows<{ key_id: string; total: number }>(
    pool,
    'SELECT key_id, count(*)::int AS total FROM grants WHERE key_id = ANY ($1::text[]) GROUP BY key_id',
    [keyIds],
  )
  return new Map(rows.map((row) => [row.key_id, row.total]))
}

/** A page of the grants that a client gave. The caller has been seen to be that client, or staff. */
export async function readClientGrants(
  pool: pg.Pool,
  clientId: string,
  { after, afterActive, limit }: ClientGrantSpan,
  now: Date,
): Promise<PartnerGrantRow[]> {
  const params = new Params()
  const at = `${params.add(now)}::timestamptz`
  const active = `(${grantState(at)} = 'active')`
  const later = after
    ? ` AND (${active}, g.created_at, g.id) < (${params.add(afterActive)}::boolean,
          ${params.add(after.at)}::timestamptz, ${params.add(after.id)})`
    : ''
  return readRows<PartnerGrantRow>(
    pool,
    `SELECT ${columns(at)} FROM grants g ${JOINS} WHERE g.client_id = ${params.add(clientId)}${later}
      ORDER BY ${active} DESC, g.created_at DESC, g.id DESC LIMIT ${params.add(limit)}`,
    params.values,
  )
}

/** How many grants a client gave. */
export async function countClientGrants(pool: pg.Pool, clientId: string): Promise<number> {
  const [row] = await readRows<{ total: number }>(
    pool,
    'SELECT count(*)::int AS total FROM grants WHERE client_id = $1',
    [clientId],
  )
  return row?.total ?? 0
}
