import type { Interval } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'

/** A part of the history that can be chosen. */
export interface ValueRange {
  readonly label: string
  readonly interval: Interval
  readonly years: number
}

// A history has at most 240 points, and one of 200 years begins before any valuation that is likely.
export const VALUE_RANGES = {
  '1': { label: t('1 year'), interval: 'month', years: 1 },
  '5': { label: t('5 years'), interval: 'quarter', years: 5 },
  all: { label: t('All'), interval: 'year', years: 200 },
} as const satisfies Readonly<Record<string, ValueRange>>

export type RangeName = keyof typeof VALUE_RANGES

/** The range of this name; five years for any other. */
export function rangeNamed(name: string | null): RangeName {
  return name !== null && isRangeName(name) ? name : '5'
}

function isRangeName(name: string): name is RangeName {
  return Object.hasOwn(VALUE_RANGES, name)
}

/** The instant after which the ends of the range's intervals come: so many years before now. */
export function beginOf({ years }: Pick<ValueRange, 'years'>, now: Date): string {
  const begin = new Date(now)
  begin.setUTCFullYear(now.getUTCFullYear() - years)
  return begin.toISOString()
}
