import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import type { Category } from '../../access/categories.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
import { RECOMMENDED_DOCUMENTS } from '../documents/completeness.ts'

/** What the visible assets of one category amount to. A sum that was not read is null. */
export interface CategorySum {
  readonly category: Category
  readonly assets: number
  readonly valued: number | null
  readonly value: string | null
  readonly recommended: number | null
  readonly present: number | null
}

const VALUE = 'count(a.market_value)::int AS valued, coalesce(sum(a.market_value), 0) AS value'
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
  const documents = scopes.has('documentation') ? documentSums(params) : NO_DOCUMENTS
  return readRows<CategorySum>(
    pool,
    `SELECT a.category::text AS category, count(*)::int AS assets,
            ${scopes.has('valuation') ? VALUE : NO_VALUE}, ${documents}
       FROM assets a WHERE ${visible} GROUP BY a.category ORDER BY a.category`,
    params.values,
  )
}

// Few assets differ in the kinds of their documents, but each counts.
function documentSums(params: Params): string {
  const recommended = `${params.add(JSON.stringify(RECOMMENDED_DOCUMENTS))}::jsonb -> a.category::text`
  return `sum(jsonb_array_length(${recommended}))::int AS recommended,
    sum((SELECT count(*) FROM unnest(a.document_types) kind WHERE ${recommended} ? kind))::int AS present`
}
