import type pg from 'pg'
import { ASSET_FILTER_TYPES, FILTER_KINDS } from '../../access/asset-filter.ts'
import type { Person } from '../../access/caller.ts'
import { isText, type RowOf, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'

const label = { grantId: isText, id: isText, label: isText }
const readLabel = rowReader('labels', label)

// There is one join for each type of filter whose values name rows. The alias of the join is the type.
const NAMING = ASSET_FILTER_TYPES.flatMap((type) => {
  const { names } = FILTER_KINDS[type]
  return names ? [{ type, ...names }] : []
})
const JOINS = NAMING.map(
  ({ type, table, id }) =>
    `LEFT JOIN ${table} ${type} ON g.filter_type = '${type}' AND ${type}.client_id = g.client_id AND ${type}.${id} = v.id`,
).join(' ')
const LABEL = `coalesce(${NAMING.map(({ type, label }) => `${type}.${label}`).join(', ')})`

/**
 * The titles and names of the assets and collections in the filters of grants, for the clients who gave them and for
 * staff. Other persons get none. Deleted assets and collections have no label.
 */
export async function readFilterLabels(
  pool: pg.Pool,
  person: Person,
  grantIds: readonly string[],
): Promise<RowOf<typeof label>[]> {
  const rows = await readRows(
    pool,
    `SELECT g.id AS "grantId", v.id, ${LABEL} AS label
       FROM grants g CROSS JOIN LATERAL unnest(g.filter_values) v (id) ${JOINS}
      WHERE g.id = ANY ($1::text[]) AND ($2::boolean OR g.client_id = $3)
        AND ${LABEL} IS NOT NULL`,
    [grantIds, person.isStaff, person.userId],
    'filter_labels',
  )
  return rows.map(readLabel)
}
