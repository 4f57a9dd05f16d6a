import type pg from 'pg'
import type { Person, Tier } from '../../access/caller.ts'
import { isId } from '../../access/ids.ts'
import { notFound } from '../../database/change.ts'
import { Params, readRows } from '../../database/statement.ts'

export interface FirmRow {
  id: string
  name: string
}

/** How a firm stands, and the reader in it. */
export interface FirmStatus {
  id: string
  plan: 'standard' | 'enterprise'
  plan_state: 'active' | 'past_due' | 'canceled'
  tier: Tier
  /** The reader's; null where the reader is no member. */
  role: 'admin' | 'member' | null
}

/** The condition under which the affairs of a firm, by the column that holds its id, are the person's to see. */
export function visibleFirm(person: Person, column: string, params: Params): string {
  if (person.isStaff) return 'true'
  return `EXISTS (SELECT FROM members s WHERE s.firm_id = ${column} AND s.user_id = ${params.add(person.userId)})`
}

/** Firms that the person sees, in order of id, after one of them. */
export async function readFirms(
  pool: pg.Pool,
  person: Person,
  page: { after: string | null; limit: number },
): Promise<FirmRow[]> {
  const params = new Params()
  return readRows<FirmRow>(
    pool,
    `SELECT f.id, f.name FROM firms f WHERE ${visibleFirm(person, 'f.id', params)}
        AND f.id > ${params.add(page.after ?? '')} ORDER BY f.id LIMIT ${params.add(page.limit)}`,
    params.values,
  )
}

/** How many firms the person sees. */
export async function countFirms(pool: pg.Pool, person: Person): Promise<number> {
  const params = new Params()
  const [row] = await readRows<{ total: number }>(
    pool,
    `SELECT count(*)::int AS total FROM firms f WHERE ${visibleFirm(person, 'f.id', params)}`,
    params.values,
  )
  return row?.total ?? 0
}

/** A firm that the person sees; throws `record_not_found` for any other. */
export async function requireFirm(pool: pg.Pool, person: Person, id: string): Promise<FirmRow> {
  if (!isId('firm', id)) throw notFound('firm')
  const params = new Params()
  const [row] = await readRows<FirmRow>(
    pool,
    `SELECT f.id, f.name FROM firms f
      WHERE f.id = ${params.add(id)} AND ${visibleFirm(person, 'f.id', params)}`,
    params.values,
  )
  if (!row) throw notFound('firm')
  return row
}

/** By firm: how it stands. Firms that the person does not see are absent. */
export async function readStatuses(
  pool: pg.Pool,
  person: Person,
  firmIds: readonly string[],
): Promise<Map<string, FirmStatus>> {
  const params = new Params()
  const rows = await readRows<FirmStatus>(
    pool,
    `SELECT f.id, f.plan::text AS plan, f.plan_state::text AS plan_state, f.tier::text AS tier,
            m.role::text AS role
       FROM firms f LEFT JOIN members m ON m.firm_id = f.id AND m.user_id = ${params.add(person.userId)}
      WHERE f.id = ANY (${params.add(firmIds)}::text[]) AND ${visibleFirm(person, 'f.id', params)}`,
    params.values,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A person's firms with the role in each, in order of id. */
export async function readMemberships(
  pool: pg.Pool,
  userId: string,
): Promise<(FirmRow & { role: 'admin' | 'member' })[]> {
  return readRows(
    pool,
    `SELECT f.id, f.name, m.role::text AS role FROM members m JOIN firms f ON f.id = m.firm_id
      WHERE m.user_id = $1 ORDER BY f.id`,
    [userId],
  )
}
