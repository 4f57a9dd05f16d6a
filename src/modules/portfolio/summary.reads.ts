import type pg from 'pg'
import { visibleAsset, visibleOfClients } from '../../access/asset-filter.sql.ts'
import type { CategorySum } from '../../access/portfolio-cache.ts'
import { isNumber, isText, orNull, rowReader } from '../../access/rows.ts'
import type { PortfolioAccess, Visibility } from '../../access/visibility.ts'
import { inReadSpan, Params, readRows } from '../../database/statement.ts'
import { type Context, poolOf } from '../../schema/builder.ts'
import { isCategory } from '../../values/categories.ts'
import { groupBy } from '../../values/group-by.ts'
import { RECOMMENDED_DOCUMENTS } from '../assets/completeness.ts'

const readSum = rowReader('assets', {
  client_id: isText,
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

// By client id. Totals of scopes that are not visible are null. A portfolio without visible assets is absent.
async function readCategorySums(
  pool: pg.Pool,
  visibilities: readonly Visibility[],
): Promise<ReadonlyMap<string, readonly CategorySum[]>> {
  const params = new Params()
  const alike = groupBy(visibilities, kindOf)
  const parts = [...alike.values()].map((group) => sumsSql(group, params))
  const text = parts.length === 1 ? parts.join() : `(${parts.join(') UNION ALL (')})`
  // The text for several portfolios depends on their filters, so it is not prepared.
  const rows = await (visibilities.length === 1
    ? readRows(pool, text, params.values, 'summary')
    : inReadSpan('summaries', async () => (await pool.query(text, params.values)).rows))
  return groupBy(
    rows.map(readSum),
    (sum) => sum.client_id,
    ({ client_id: _client, ...sum }) => sum,
  )
}

function kindOf({ filter, scopes }: Visibility): string {
  return JSON.stringify([filter, scopes.has('valuation'), scopes.has('documentation')])
}

// The visibilities differ in their client alone.
function sumsSql(alike: readonly [Visibility, ...Visibility[]], params: Params): string {
  const [first] = alike
  const { scopes } = first
  const ids = alike.map(({ clientId }) => clientId)
  const isOne = ids.length === 1
  const visible = isOne
    ? visibleAsset(first, 'a', params)
    : visibleOfClients(ids, first, 'a', params)
  const documented = scopes.has('documentation')
  // Each column that groups is hashed for each asset: the client only if there are several.
  const columns = [...(isOne ? [] : ['client_id']), 'category']
  const parts = [...columns, ...(documented ? ['document_types'] : [])].map((each) => `a.${each}`)
  const client = isOne ? `${params.add(first.clientId)}::text AS client_id` : 'alike.client_id'
  // By the order of the categories, and not by that of their names, as which they are selected.
  const order = columns.map((each) => `alike.${each}`).join(', ')
  return `SELECT ${client}, alike.category::text AS category, sum(assets)::int AS assets,
            ${scopes.has('valuation') ? VALUE : NO_VALUE}, ${documented ? documentSums(params) : NO_DOCUMENTS}
       FROM (SELECT ${parts.join(', ')}, count(*) AS assets, count(a.market_value) AS valued, sum(a.market_value) AS value
               FROM assets a WHERE ${visible} GROUP BY ${parts.join(', ')}) alike
      GROUP BY ${order} ORDER BY ${order}`
}

// Many assets have the same document types. Assets with equal types are grouped, so each group is compared with the
// recommendation only once.
function documentSums(params: Params): string {
  const recommended = `${params.add(JSON.stringify(RECOMMENDED_DOCUMENTS))}::jsonb -> alike.category::text`
  return `sum(assets * jsonb_array_length(${recommended}))::int AS recommended,
    sum(assets * (SELECT count(*) FROM unnest(document_types) kind WHERE ${recommended} ? kind))::int AS present`
}

/** The totals of the visible assets of each portfolio by category, in the order of the portfolios. */
export async function sumsOfEach(
  accesses: readonly PortfolioAccess[],
  context: Context,
): Promise<(readonly CategorySum[])[]> {
  const known = accesses.map((access) => context.sums.find(access, 'summary'))
  const unknown = accesses.filter((_, at) => known[at] === undefined)
  const visibilities = unknown.map(({ visibility }) => visibility)
  const read = unknown.length === 0 ? null : await readCategorySums(poolOf(context), visibilities)
  return accesses.map(
    (access, at) =>
      known[at] ??
      context.sums.store(access, 'summary', read?.get(access.visibility.clientId) ?? []),
  )
}

/** The percentage of the recommended documents that are present, rounded down. 0 if none is recommended. */
export function completenessScoreOf(
  sums: readonly Pick<CategorySum, 'recommended' | 'present'>[],
): number {
  const recommended = total(sums.map((sum) => sum.recommended ?? 0))
  return recommended === 0
    ? 0
    : Math.floor((total(sums.map((sum) => sum.present ?? 0)) * 100) / recommended)
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
