import type pg from 'pg'
import type { Person } from '../../access/caller.ts'
import { readRows } from '../../database/statement.ts'

interface LabelRow {
  grant_id: string
  id: string
  label: string
}

/**
 * The titles and names of what the filters of grants name, for the clients who gave them and for
 * staff; nothing for anybody else. What is no longer there has no label.
 */
export async function readFilterLabels(
  pool: pg.Pool,
  person: Person,
  grantIds: readonly string[],
): Promise<LabelRow[]> {
  return readRows<LabelRow>(
    pool,
    `SELECT g.id AS grant_id, v.id, coalesce(a.title, c.name) AS label
       FROM grants g CROSS JOIN LATERAL unnest(g.filter_values) v (id)
       LEFT JOIN assets a ON g.filter_type = 'items' AND a.client_id = g.client_id AND a.registry_id = v.id
       LEFT JOIN collections c ON g.filter_type = 'collection' AND c.client_id = g.client_id AND c.id = v.id
      WHERE g.id = ANY ($1::text[]) AND ($2::boolean OR g.client_id = $3)
        AND coalesce(a.title, c.name) IS NOT NULL`,
    [grantIds, person.isStaff, person.userId],
  )
}
