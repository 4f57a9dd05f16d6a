import { isText, orNull, type RowOf, rowReader } from '../../access/rows.ts'
import { readRows } from '../../database/statement.ts'
import { builder, type Context, poolOf } from '../../schema/builder.ts'
import { CategoryType } from '../../schema/enums.ts'
import { pageArgs, pageType } from '../../schema/list.type.ts'
import { cursorsOf } from '../../schema/list-cursors.ts'
import { createConnection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { isCategory } from '../../values/categories.ts'
import { formatMoney, MAX_INT } from '../../values/numbers.ts'

const group = {
  name: isText,
  firmName: orNull(isText),
  assets: isText,
  value: orNull(isText),
  valued: isText,
  documents: orNull(isText),
}
const readGroup = rowReader('platform_figures', group)

// The name of a group is a currency, and a category or the id of a firm.
type PortfolioGroup = RowOf<typeof group>

type ShownGroup = ReturnType<typeof toShown>

const PortfolioFiguresType = builder.objectRef<ShownGroup>('PortfolioFigures').implement({
  description:
    'Rounded sums over the production portfolios of one currency, and of one category or one firm. A group has at least five portfolios, and none of them has more than half of its assets.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the month and the group together.',
      resolve: ({ month, name }) => `figures:${month} ${name}`,
    }),
    currency: t.exposeString('currency', { description: 'The ISO 4217 code, such as USD.' }),
    category: t.expose('category', {
      type: CategoryType,
      nullable: true,
      description: 'The category of the assets. Null for a group of a firm.',
    }),
    firmId: t.exposeID('firmId', {
      nullable: true,
      description:
        'The firm that could read some of these portfolios, which are counted as a whole. Null for a group of a category.',
    }),
    firmName: t.exposeString('firmName', {
      nullable: true,
      description: 'The name of that firm today.',
    }),
    assetCount: t.int({
      description:
        'The assets, rounded down to a power of ten, at least 10, that no portfolio of the group exceeds.',
      resolve: ({ assets }) => Math.min(Number(assets), MAX_INT),
    }),
    marketValue: t.field({
      type: 'Decimal',
      nullable: true,
      description:
        'The sum of the market values, in the currency, rounded down in the same way. Null if it is less than that step, or if one portfolio has more than half of it.',
      resolve: ({ value }) => (value === null ? null : formatMoney(value)),
    }),
    valuedPercent: t.int({
      description:
        'The percentage of the assets that have a market value, rounded down to a multiple of 5.',
      resolve: ({ valued }) => Number(valued),
    }),
    completenessPercent: t.int({
      nullable: true,
      description:
        'The percentage of the recommended documents that are present, rounded down to a multiple of 5. Null if none is recommended.',
      resolve: ({ documents }) => (documents === null ? null : Number(documents)),
    }),
  }),
})

builder.queryField('portfolioFigures', (t) =>
  t.field({
    type: pageType('QueryPortfolioFiguresConnection', PortfolioFiguresType),
    skipTypeScopes: true,
    authScopes: { figures: 'figures:portfolios' },
    description:
      'Sums over all production portfolios, by month, for the dashboards of the platform. No portfolio can be told apart. They are stored once, when the month is over. Needs the scope figures:portfolios of a service account.',
    args: {
      month: t.arg({ type: 'Date', required: true, description: 'A day of the month, in UTC.' }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, args, context) => listGroups(args, context),
  }),
)

async function listGroups(args: PageArgs & { readonly month: string }, context: Context) {
  const page = parsePageRequest(args)
  const month = args.month.slice(0, 7)
  const cursors = cursorsOf(context, 'portfolioFigures', month)
  const [after] = cursors.read(page.after, /^.+$/) ?? ['']
  const values = [new Date(`${month}-01`), after, page.first + 1]
  const groups = await readRows(poolOf(context), GROUPS, values, 'portfolio_groups')
  return createConnection(
    groups.map(readGroup),
    page,
    ({ name }) => cursors.write([name]),
    (group) => toShown(month, group),
  )
}

// The month is YYYY-MM.
function toShown(month: string, group: PortfolioGroup) {
  const [currency = '', of = ''] = group.name.split(' ')
  const category = isCategory(of) ? of : null
  return { ...group, month, currency, category, firmId: category === null ? of : null }
}

const columnOf = (figure: string) => `(max(f.count) FILTER (WHERE f.figure = '${figure}'))::text`

// The groups of a month after a name, in the order of their names. The month is its first instant.
const GROUPS = `
  SELECT f.name, firm.name AS "firmName", ${columnOf('portfolio_assets')} AS assets,
         ${columnOf('portfolio_value')} AS value, ${columnOf('portfolio_valued')} AS valued,
         ${columnOf('portfolio_documents')} AS documents
    FROM platform_figures f LEFT JOIN firms firm ON firm.id = split_part(f.name, ' ', 2)
   WHERE f.day = $1 AND f.figure LIKE 'portfolio\\_%' AND f.name > $2
   GROUP BY f.name, firm.name ORDER BY f.name LIMIT $3`
