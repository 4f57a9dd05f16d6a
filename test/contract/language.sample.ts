import {
  formatExactTime,
  formatTermsFilter,
} from '../../src/portal/client/receipts/format-receipt.ts'
import {
  formatCalendarDate,
  formatDate,
  formatDateTime,
  formatDecimal,
  formatList,
  formatMoney,
  formatPercent,
  formatRelativeTime,
} from '../../src/portal/words/format.ts'

/** Prints the language of this process, and what the portal writes in it. */
export function main(): number {
  const at = '2026-12-31T23:59:59Z'
  const texts = [
    formatDate('2026-12-31T12:00:00Z'),
    formatDateTime(at),
    formatExactTime(at),
    formatCalendarDate('2026-12-31'),
    formatDecimal('1234567.5'),
    formatMoney({ amount: '1250.00', currency: 'USD' }),
    formatPercent(33.333),
    formatList(['Art', 'Coins'], 4),
    formatRelativeTime(at, Date.parse('2026-09-20T00:00:00Z')),
    formatRelativeTime(at, Date.parse(at)),
    formatTermsFilter({ filterType: 'category', filterValues: ['art', 'wine'] }),
  ]
  const { locale } = new Intl.NumberFormat().resolvedOptions()
  process.stdout.write(JSON.stringify({ locale, texts }))
  return 0
}
