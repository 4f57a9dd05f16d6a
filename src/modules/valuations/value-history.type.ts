import type { ValuePoint } from '../../access/portfolio-cache.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { recordRead } from '../../load/request-usage.ts'
import { builder, type Fields, instant, poolOf } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import { MoneyType, toMoney } from '../../schema/money.type.ts'
import { requiresScope } from '../../schema/requires-scope.ts'
import { PortfolioType } from '../portfolio/portfolio.type.ts'
import { type Interval, intervalEnds, MAX_POINTS, readValueHistory } from './value-history.reads.ts'

/** A history reads all valuations of the portfolio. */
export const HISTORIES_A_MINUTE = 60
// A portfolio with 200,000 valuations takes a second of the database. There is no index for the end of an interval.
export const HISTORY_REQUESTS = 5

/** A point as it is shown, with its value in the currency of the portfolio. */
type Point = ReturnType<typeof toPoint>

const IntervalType = enumType('Interval', 'An interval of the calendar, in UTC.', {
  month: 'A month.',
  quarter: 'Three months, from January, April, July or October.',
  year: 'A year.',
} satisfies Record<Interval, string>)

const PointType = builder.objectRef<Point>('ValuePoint').implement({
  description: 'The value that the assets which are visible now had at an instant.',
  fields: (t) => ({
    at: instant(t, 'at', 'The end of the interval: the first instant of the next one, in UTC.'),
    ...valueFields(
      t,
      'The sum of the latest valuations from before the instant, one of each asset.',
    ),
  }),
})

/** The fields of a point that tell its value. */
export function valueFields(t: Fields<Point>, description: string) {
  return {
    value: t.expose('value', { type: MoneyType, description }),
    valuedAssetCount: t.exposeInt('valuedAssetCount', {
      description: 'The assets that had a valuation then. The others are not in the value.',
    }),
  }
}

builder.objectField(PortfolioType, 'valueHistory', (t) =>
  t.field({
    type: [PointType],
    ...requiresScope('valuation'),
    extensions: { scope: 'valuation', countsAsRequest: HISTORY_REQUESTS, maxLength: MAX_POINTS },
    description:
      'The value of the assets that are visible now, at the end of each interval, by their histories of values. It is not what the client owned then: an asset that was sold is in no point, and one that was bought later is in all points from its first valuation. Oldest first. Needs the valuation scope. 60 requests a minute.',
    args: {
      interval: t.arg({
        type: IntervalType,
        required: true,
        defaultValue: 'month',
        description: 'The length of the intervals.',
      }),
      from: t.arg({
        type: 'DateTime',
        description: `Only ends after this: 12 intervals before the last, by default. At most ${MAX_POINTS} intervals.`,
      }),
      to: t.arg({
        type: 'DateTime',
        description:
          'Only ends up to this: now, by default. An interval that has not ended has no point.',
      }),
    },
    resolve: async (access, args, context, info) => {
      const ends = intervalEnds(args, context.request.now)
      await context.fieldLimits.use(context, info, HISTORIES_A_MINUTE)
      recordRead(context.request, access)
      const part = JSON.stringify([ends.length, ends[0], ends.at(-1)])
      const read = () => readValueHistory(poolOf(context), access.visibility, ends)
      const points = await context.histories.findOrRead(access, part, read)
      return points.map((point) => toPoint(point, access))
    },
  }),
)

export function toPoint({ at, value, valued }: ValuePoint, { currency }: PortfolioAccess) {
  return { at, value: toMoney(value, currency), valuedAssetCount: valued }
}
