import type { Partner } from '../../access/caller.ts'
import { everyPortfolio, MAX_TOGETHER } from '../../access/every-portfolio.reads.ts'
import type { CategorySum } from '../../access/portfolio-cache.ts'
import type { ScopeSet } from '../../access/scopes.ts'
import { recordRead } from '../../load/request-usage.ts'
import { requirePartner } from '../../schema/auth-scopes.ts'
import { builder, type Context, type Fields } from '../../schema/builder.ts'
import { CategoryType } from '../../schema/enums.ts'
import { cursorsOf, idMember } from '../../schema/list-cursors.ts'
import { type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { requiresScope } from '../../schema/requires-scope.ts'
import { CATEGORIES } from '../../values/categories.ts'
import { groupBy } from '../../values/group-by.ts'
import { CURRENCY, narrower, PERCENT } from '../../values/json.ts'
import { addDecimals, formatMoney } from '../../values/numbers.ts'
import { completenessScoreOf, sumsOfEach, total } from './summary.reads.ts'

const TOTALS_A_MINUTE = 30
// The portfolios of a firm are in few currencies.
const USUAL_CURRENCIES = 10

// An amount has no currency of its own: all of an object are in its currency.
function totalFields(t: Fields<Totals>) {
  return {
    portfolioCount: t.exposeInt('portfolios', { description: 'The portfolios in these totals.' }),
    assetCount: t.exposeInt('assets', { description: 'The visible assets.' }),
    valuedPortfolioCount: t.exposeInt('valuedPortfolios', {
      description: 'The portfolios that show values: those with the valuation scope.',
    }),
    valuedAssetCount: t.exposeInt('valued', {
      description: 'Their assets that have a market value. Needs the valuation scope.',
      ...requiresScope('valuation'),
    }),
    totalValue: t.field({
      type: 'Decimal',
      description:
        'The sum of their market values, in the currency. Portfolios that show no values are not in it. Needs the valuation scope.',
      ...requiresScope('valuation'),
      resolve: ({ value }) => formatMoney(value),
    }),
  }
}

const CategoryTotalsType = builder.objectRef<CategoryTotals>('CategoryTotals').implement({
  description: 'Totals of one category over the portfolios in one currency.',
  fields: (t) => ({
    category: t.expose('category', { description: 'The category.', type: CategoryType }),
    ...totalFields(t),
  }),
})

const CurrencyTotalsType = builder.objectRef<CurrencyTotals>('CurrencyTotals').implement({
  description: 'Totals over the portfolios in one currency. Currencies are never added together.',
  fields: (t) => ({
    currency: t.exposeString('currency', {
      ...narrower(CURRENCY),
      description: 'The ISO 4217 code, such as USD. Every amount of the object is in it.',
    }),
    ...totalFields(t),
    categories: t.expose('categories', {
      type: [CategoryTotalsType],
      description: 'The categories that have visible assets.',
      extensions: { maxLength: CATEGORIES.length },
    }),
  }),
})

type PortfolioTotals = ReturnType<typeof totalsOf>

const PortfolioTotalsType = builder.objectRef<PortfolioTotals>('PortfolioTotals').implement({
  description: 'Totals of the visible assets of several portfolios, each within its own grant.',
  fields: (t) => ({
    portfolioCount: t.int({
      description: 'The portfolios in these totals.',
      resolve: ({ portfolios }) => portfolios.length,
    }),
    currencies: t.field({
      type: [CurrencyTotalsType],
      description: 'The totals by currency.',
      extensions: { maxLength: USUAL_CURRENCIES },
      resolve: ({ portfolios }) => totalsByCurrency(portfolios),
    }),
    completenessScore: t.int({
      description:
        'Percentage of the documents recommended for all visible assets that are present, rounded down, over the portfolios with the documentation scope. Needs that scope.',
      ...narrower(PERCENT),
      ...requiresScope('documentation'),
      resolve: ({ portfolios }) =>
        completenessScoreOf(
          portfolios.flatMap(({ scopes, sums }) => (scopes.has('documentation') ? sums : [])),
        ),
    }),
    hasMore: t.exposeBoolean('hasMore', {
      description: 'Whether the key has portfolios after these. Their totals are not in here.',
    }),
    nextCursor: t.exposeString('nextCursor', {
      nullable: true,
      description:
        'The cursor to send as after for the totals of the portfolios after these. Null if there are none.',
    }),
  }),
})

builder.queryField('portfolioTotals', (t) =>
  t.field({
    type: PortfolioTotalsType,
    skipTypeScopes: true,
    authScopes: { partner: true },
    description:
      'Totals over all portfolios of the API key, by currency and category. 30 requests a minute. It serves API keys only.',
    extensions: { includedLength: MAX_TOGETHER },
    args: {
      first: t.arg.int({
        description: `The number of portfolios, in order of client id: 1 to ${MAX_TOGETHER}, ${MAX_TOGETHER} by default. 100 of them cost as much as a request.`,
      }),
      after: t.arg.string({ description: 'The nextCursor of the totals before.' }),
    },
    resolve: async (_root, args, context, info) => {
      await context.fieldLimits.use(context, info, TOTALS_A_MINUTE)
      return readTotals(requirePartner(context), args, context)
    },
  }),
)

async function readTotals(partner: Partner, args: PageArgs, context: Context) {
  const page = parsePageRequest({ ...args, first: args.first ?? MAX_TOGETHER }, MAX_TOGETHER)
  const cursors = cursorsOf(context, 'portfolio totals')
  const [after] = cursors.read(page.after, idMember('user')) ?? [null]
  const { database, request } = context
  const range = { after, most: page.first + 1 }
  const portfolios: TotalledPortfolio[] = []
  let last = ''
  for await (const found of everyPortfolio(database.identity, partner, range, request.now)) {
    const accesses = found.slice(0, page.first - portfolios.length)
    const sums = await sumsOfEach(accesses, context)
    for (const [at, access] of accesses.entries()) {
      const { currency, visibility } = access
      recordRead(request, access)
      portfolios.push({ currency, scopes: visibility.scopes, sums: sums[at] ?? [] })
      last = visibility.clientId
    }
    if (accesses.length < found.length) return totalsOf(portfolios, cursors.write([last]))
  }
  return totalsOf(portfolios, null)
}

// `nextCursor` is that of the last portfolio. Null: none follows.
function totalsOf(portfolios: readonly TotalledPortfolio[], nextCursor: string | null) {
  const access = { visibility: { scopes: scopesOfAny(portfolios) } }
  return { access, portfolios, hasMore: nextCursor !== null, nextCursor }
}

// The totals of a portfolio's visible assets by category, and which of them its grant shows.
interface TotalledPortfolio {
  readonly currency: string
  readonly scopes: ScopeSet
  readonly sums: readonly CategorySum[]
}

type Totals = ReturnType<typeof sumUp>
type CurrencyTotals = ReturnType<typeof totalsByCurrency>[number]
type CategoryTotals = CurrencyTotals['categories'][number]

function totalsByCurrency(portfolios: readonly TotalledPortfolio[]) {
  const byCurrency = groupBy(portfolios, ({ currency }) => currency)
  return [...byCurrency]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, group]) => ({
      currency,
      ...sumUp(group),
      categories: totalsByCategory(group),
    }))
}

function totalsByCategory(portfolios: readonly TotalledPortfolio[]) {
  return CATEGORIES.flatMap((category) => {
    const group = portfolios.flatMap((portfolio) => {
      const sum = portfolio.sums.find((each) => each.category === category)
      return sum ? [{ ...portfolio, sums: [sum] }] : []
    })
    return group.length > 0 ? [{ category, ...sumUp(group) }] : []
  })
}

// `valuedPortfolios` are those that show values; `valued` and `value` are of these alone.
function sumUp(portfolios: readonly TotalledPortfolio[]) {
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

function scopesOfAny(portfolios: readonly TotalledPortfolio[]): ScopeSet {
  return new Set(portfolios.flatMap(({ scopes }) => [...scopes]))
}
