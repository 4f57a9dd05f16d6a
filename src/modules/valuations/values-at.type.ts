import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import type { ValuePoint } from '../../access/portfolio-cache.ts'
import { isNumber, isText, rowReader } from '../../access/rows.ts'
import type { PortfolioAccess, Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
import { invalidParameter } from '../../errors.ts'
import { recordRead } from '../../load/request-usage.ts'
import { builder, type Context, instant, poolOf } from '../../schema/builder.ts'
import { CategoryType } from '../../schema/enums.ts'
import { requiresScope } from '../../schema/requires-scope.ts'
import { CATEGORIES, isCategory } from '../../values/categories.ts'
import { narrower } from '../../values/json.ts'
import { PortfolioType } from '../portfolio/portfolio.type.ts'
import { readHistory, sumOf } from './value-history.reads.ts'
import { HISTORIES_A_MINUTE, HISTORY_REQUESTS, toPoint, valueFields } from './value-history.type.ts'

type Values = ReturnType<typeof valuesOf>
type CategoryPoint = Values['categories'][number]

const CategoryValueType = builder.objectRef<CategoryPoint>('CategoryValue').implement({
  description: 'The value of the visible assets of one category at an instant.',
  fields: (t) => ({
    category: t.expose('category', { type: CategoryType, description: 'The category.' }),
    ...valueFields(t, 'The sum of the values of its assets.'),
  }),
})

const ValuesType = builder.objectRef<Values>('PortfolioValue').implement({
  description: 'The value that the assets which are visible now had at an instant, by category.',
  fields: (t) => ({
    at: instant(t, 'at', 'The instant; now, for one that has not come.'),
    ...valueFields(t, 'The sum of the categories.'),
    categories: t.expose('categories', {
      type: [CategoryValueType],
      ...narrower({ maxItems: CATEGORIES.length }),
      description: 'The categories that had a value, in the order of the enum.',
    }),
  }),
})

builder.objectField(PortfolioType, 'valuesAt', (t) =>
  t.field({
    type: [ValuesType],
    ...requiresScope('valuation'),
    extensions: {
      scope: 'valuation',
      countsAsRequest: HISTORY_REQUESTS,
      maxLength: MAX_INSTANTS,
    },
    description: `The value of the assets that are visible now at each of these instants, by category, as in valueHistory. For an instant that has not come it is the sum of the present market values of the assets that have a history. Needs the valuation scope. ${HISTORIES_A_MINUTE} requests a minute.`,
    args: {
      at: t.arg({
        type: ['DateTime'],
        description: `1 to ${MAX_INSTANTS} instants: now, by default.`,
      }),
    },
    resolve: async (access, args, context, info) => {
      // The time of the request is read once: it moves when another field has waited.
      const { now } = context.request
      const instants = parseInstants(args.at ?? [now])
      await context.fieldLimits.use(context, info, HISTORIES_A_MINUTE)
      recordRead(context.request, access)
      const points = await pointsAt(instants, now, access, context)
      return instants.map((at) => valuesOf(at < now ? at : now, points, access))
    },
  }),
)

// One read gives the values of past instants, and another one the present values.
async function pointsAt(
  instants: readonly Date[],
  now: Date,
  access: PortfolioAccess,
  context: Context,
) {
  const past = [...new Set(instants.filter((at) => at < now).map(Number))].sort((a, b) => a - b)
  const ends = past.map((at) => new Date(at))
  const pool = poolOf(context)
  const before = await context.histories.findOrRead(access, `categories ${past}`, () =>
    readHistory(pool, access.visibility, ends),
  )
  if (ends.length === new Set(instants.map(Number)).size) return [...before]
  const present = await context.histories.findOrRead(access, 'present', () =>
    readPresentValues(pool, access.visibility, now),
  )
  return [...before, ...present.map((point) => ({ ...point, at: now }))]
}

function valuesOf(at: Date, points: readonly ValuePoint[], access: PortfolioAccess) {
  const then = points.filter((point) => point.at.getTime() === at.getTime())
  const categories = CATEGORIES.flatMap((category) =>
    then
      .filter((point) => point.category === category)
      .map((point) => ({ ...toPoint(point, access), category })),
  )
  return { ...toPoint(sumOf(at, then), access), categories }
}

const MAX_INSTANTS = 4

function parseInstants(at: readonly Date[]): readonly Date[] {
  if (at.length === 0 || at.length > MAX_INSTANTS)
    throw invalidParameter(`at takes 1 to ${MAX_INSTANTS} instants.`)
  return at
}

const readSum = rowReader('assets', { category: isCategory, value: isText, valued: isNumber })

// The market values of the visible assets that have a history, by category.
async function readPresentValues(pool: pg.Pool, visibility: Visibility, now: Date) {
  const params = new Params()
  const visible = visibleAsset(visibility, 'a', params)
  const client = params.add(visibility.clientId)
  const text = `SELECT a.category::text AS category, sum(a.market_value)::text AS value, count(*)::int AS valued
       FROM assets a
      WHERE ${visible} AND a.market_value IS NOT NULL
        AND EXISTS (SELECT FROM valuations v WHERE v.client_id = ${client} AND v.registry_id = a.registry_id)
      GROUP BY a.category ORDER BY a.category`
  const rows = await readRows(pool, text, params.values, 'present_values')
  return rows.map(readSum).map((sum) => ({ ...sum, at: now }))
}
