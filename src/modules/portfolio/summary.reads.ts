import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { isCategory } from '../../access/categories.ts'
import { isNumber, isText, orNull, rowReader } from '../../access/stored-row.ts'
import type { CategorySum } from '../../access/totals-cache.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
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

/** The visible assets summed by category, in one statement; sums only over visible scopes. */
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

// Many assets have the same kinds of documents: they are compared with what is recommended once.
function documentSums(params: Params): string {
  const recommended = `${params.add(JSON.stringify(RECOMMENDED_DOCUMENTS))}::jsonb -> alike.category::text`
  return `sum(assets * jsonb_array_length(${recommended}))::int AS recommended,
    sum(assets * (SELECT count(*) FROM unnest(document_types) kind WHERE ${recommended} ? kind))::int AS present`
}
