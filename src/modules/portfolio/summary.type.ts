import type { CategorySum } from '../../access/portfolio-cache.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { recordRead } from '../../load/request-usage.ts'
import { builder } from '../../schema/builder.ts'
import { CategoryType } from '../../schema/enums.ts'
import { MoneyType, toMoney } from '../../schema/money.type.ts'
import { requiresScope } from '../../schema/requires-scope.ts'
import { CATEGORIES } from '../../values/categories.ts'
import { narrower, PERCENT } from '../../values/json.ts'
import { addDecimals } from '../../values/numbers.ts'
import { digestOf, newestOf } from '../assets/asset.newest.ts'
import { totalsAsOf } from '../assets/asset.sync.ts'
import { PortfolioType } from './portfolio.type.ts'
import { completenessScoreOf, sumsOfEach, total } from './summary.reads.ts'

interface Summary {
  readonly access: PortfolioAccess
  readonly asOf: Date
  readonly sums: readonly CategorySum[]
}

type CategorySummary = CategorySum & Pick<Summary, 'access'>

const idOf = ({ access }: Summary) => `${access.visibility.clientId}:summary`

const CategorySummaryType = builder.objectRef<CategorySummary>('CategorySummary').implement({
  description: 'Totals of the visible assets of one category.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the client and the category together.',
      resolve: ({ access, category }) => `${access.visibility.clientId}:${category}`,
    }),
    category: t.expose('category', { description: 'The category.', type: CategoryType }),
    assetCount: t.exposeInt('assets', { description: 'The visible assets in it.' }),
    totalValue: t.field({
      description: 'The sum of their market values. Needs the valuation scope.',
      type: MoneyType,
      ...requiresScope('valuation'),
      resolve: ({ access, value }) => toMoney(value ?? '0', access.currency),
    }),
  }),
})

const SummaryDocumentationType = builder.objectRef<Summary>('SummaryDocumentation').implement({
  description: 'How well the visible assets are documented.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the client and the documentation together.',
      resolve: (summary) => `${idOf(summary)}:documentation`,
    }),
    completenessScore: t.int({
      description:
        'Percentage of the documents recommended for all visible assets that are present, rounded down.',
      ...narrower(PERCENT),
      resolve: ({ sums }) => completenessScoreOf(sums),
    }),
  }),
})

const SummaryType = builder.objectRef<Summary>('PortfolioSummary').implement({
  description: 'Totals of the visible assets.',
  fields: (t) => ({
    id: t.id({ description: 'Identifies the client and the summary together.', resolve: idOf }),
    asOf: t.expose('asOf', {
      type: 'DateTime',
      description: 'The instant of the newest visible change.',
    }),
    digest: t.string({
      description:
        'SHA-256, in hex, of the lines "registry_id updated_at" of all visible assets in order of registry id, each ended by LF. A mirror that has the same digest is complete.',
      ...narrower({ pattern: '^[0-9a-f]{64}$', maxLength: 64 }),
      resolve: ({ access }, _args, context) => digestOf(access, context),
    }),
    assetCount: t.int({
      description: 'The visible assets.',
      resolve: ({ sums }) => total(sums.map((sum) => sum.assets)),
    }),
    categories: t.field({
      description: 'The categories that have visible assets.',
      ...narrower({ maxItems: CATEGORIES.length }),
      type: [CategorySummaryType],
      resolve: ({ access, sums }) => sums.map((sum) => ({ access, ...sum })),
    }),
    totalValue: t.field({
      description: 'The sum of the market values. Needs the valuation scope.',
      type: MoneyType,
      ...requiresScope('valuation'),
      resolve: ({ access, sums }) =>
        toMoney(addDecimals(sums.map((sum) => sum.value ?? '0')), access.currency),
    }),
    valuedAssetCount: t.int({
      description: 'The assets that have a market value. Needs the valuation scope.',
      ...requiresScope('valuation'),
      resolve: ({ sums }) => total(sums.map((sum) => sum.valued ?? 0)),
    }),
    documentation: t.field({
      description: 'How well they are documented. Needs the documentation scope.',
      type: SummaryDocumentationType,
      ...requiresScope('documentation'),
      resolve: (summary) => summary,
    }),
  }),
})

builder.objectField(PortfolioType, 'summary', (t) =>
  t.field({
    type: SummaryType,
    description: 'Totals of the visible assets.',
    extensions: { countsAsRequest: true },
    resolve: async (access, _args, context) => {
      recordRead(context.request, access)
      const newest = await newestOf(access, context)
      const [sums = []] = await sumsOfEach([access], context)
      return { access, asOf: totalsAsOf(access, newest), sums }
    },
  }),
)
