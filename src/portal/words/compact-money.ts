import { isolate } from '../i18n/isolate.ts'
import { LOCALE } from '../i18n/language.ts'

/** "£1.2M", for an axis. The amount itself is read from `formatMoney`, which is exact. */
export function formatCompactMoney(value: number, currency: string): string {
  const format = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  return isolate(format.format(value), 'ltr')
}
