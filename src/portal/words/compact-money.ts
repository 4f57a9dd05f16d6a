import { isolate } from '../i18n/isolate.ts'
import { LOCALE } from '../i18n/language.ts'

const COMPACT = { notation: 'compact', maximumFractionDigits: 1 } as const
const NUMBER = new Intl.NumberFormat(LOCALE, COMPACT)

/**
 * The labels of an axis: "£2M" for the highest, "1.5M" for the others. The amount itself is read from `formatMoney`,
 * which is exact.
 */
export function formatTicks(currency: string) {
  const money = new Intl.NumberFormat(LOCALE, { ...COMPACT, style: 'currency', currency })
  return (value: number, isHighest: boolean): string =>
    isolate((isHighest ? money : NUMBER).format(value), 'ltr')
}
