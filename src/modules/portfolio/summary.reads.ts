import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { isNumber, isText, orNull, rowReader } from '../../access/stored-row.ts'
import type { CategorySum } from '../../access/totals-cache.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
import { isCategory } from '../../values/categories.ts'
import { RECOMMENDED_DOCUMENTS } from '../assets/completeness.ts'

const readSum = rowReader('assets', {
  category: isCategory,
  assets: isNumber,
  valued: orNull(isNumber),
  value: orNull(isText),
  recommended: orNull(isNumber),
  present: orNull(isNumber),
})

const VALUE = 'sum(valued)::int AS valued, coalesce(sum(value), 0) AS value'
const NO_VALUE = 'NULL::int AS valued, NULL::numeric AS value'
const NO_DOCUMENTS = 'NULL::int AS recommended, NULL::int AS present'

/** The totals of the visible assets by category, in one statement. Totals of scopes that are not visible are null. */
export async function readCategorySums(
  pool: pg.Pool,
  visibility: Visibility,
): Promise<CategorySum[]> {
  const { scopes } = visibility
  const params = new Params()
  const visible = visibleAsset(visibility, 'a', params)
  const documented = scopes.has('documentation')
  const rows = await readRows(
    pool,
    `SELECT alike.category::text AS category, sum(assets)::int AS assets,
            ${scopes.has('valuation') ? VALUE : NO_VALUE}, ${documented ? documentSums(params) : NO_DOCUMENTS}
       FROM (SELECT a.category, ${documented ? 'a.document_types, ' : ''}count(*) AS assets,
                    count(a.market_value) AS valued, sum(a.market_value) AS value
               FROM assets a WHERE ${visible}
              GROUP BY a.category${documented ? ', a.document_types' : ''}) alike
      GROUP BY alike.category ORDER BY alike.category`,
    params.values,
    'summary',
  )
  return rows.map(readSum)
}

// Many assets have the same document types. Assets with equal types are grouped, so each group is compared with the
// recommendation only once.
function documentSums(params: Params): string {
  const recommended = `${params.add(JSON.stringify(RECOMMENDED_DOCUMENTS))}::jsonb -> alike.category::text`
  return `sum(assets * jsonb_array_length(${recommended}))::int AS recommended,
    sum(assets * (SELECT count(*) FROM unnest(document_types) kind WHERE ${recommended} ? kind))::int AS present`
}
