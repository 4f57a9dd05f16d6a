import { LOCALE } from '../i18n/language.ts'

/** "£1.2M", for an axis. The amount itself is read from `formatMoney`, which is exact. */
export function formatCompactMoney(value: number, currency: string): string {
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(value)
}
