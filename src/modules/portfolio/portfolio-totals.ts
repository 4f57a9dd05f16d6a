import type { CategorySum } from '../../access/portfolio-cache.ts'
import type { ScopeSet } from '../../access/scopes.ts'
import { CATEGORIES } from '../../values/categories.ts'
import { groupBy } from '../../values/group-by.ts'
import { addDecimals } from '../../values/numbers.ts'
import { total } from './summary.reads.ts'

/** The totals of a portfolio's visible assets by category, and which of them its grant shows. */
export interface TotalledPortfolio {
  readonly currency: string
  readonly scopes: ScopeSet
  readonly sums: readonly CategorySum[]
}

export type Totals = ReturnType<typeof totalsOf>
export type CurrencyTotals = ReturnType<typeof totalsByCurrency>[number]
export type CategoryTotals = CurrencyTotals['categories'][number]

export function totalsByCurrency(portfolios: readonly TotalledPortfolio[]) {
  const byCurrency = groupBy(portfolios, ({ currency }) => currency)
  return [...byCurrency]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, group]) => ({
      currency,
      ...totalsOf(group),
      categories: totalsByCategory(group),
    }))
}

function totalsByCategory(portfolios: readonly TotalledPortfolio[]) {
  return CATEGORIES.flatMap((category) => {
    const group = portfolios.flatMap((portfolio) => {
      const sum = portfolio.sums.find((each) => each.category === category)
      return sum ? [{ ...portfolio, sums: [sum] }] : []
    })
    return group.length > 0 ? [{ category, ...totalsOf(group) }] : []
  })
}

// `valuedPortfolios` are those that show values; `valued` and `value` are of these alone.
function totalsOf(portfolios: readonly TotalledPortfolio[]) {
  const valued = portfolios.filter(({ scopes }) => scopes.has('valuation'))
  const valuedSums = valued.flatMap(({ sums }) => sums)
  return {
    access: { visibility: { scopes: scopesOfAny(portfolios) } },
    portfolios: portfolios.length,
    assets: total(portfolios.flatMap(({ sums }) => sums.map(({ assets }) => assets))),
    valuedPortfolios: valued.length,
    valued: total(valuedSums.map((sum) => sum.valued ?? 0)),
    value: addDecimals(valuedSums.map((sum) => sum.value ?? '0')),
  }
}

export function scopesOfAny(portfolios: readonly TotalledPortfolio[]): ScopeSet {
  return new Set(portfolios.flatMap(({ scopes }) => [...scopes]))
}
