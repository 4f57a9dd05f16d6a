import type { ReceiptFactsFragment } from '../../generated/graphql.ts'
import { formatCategory } from '../../words/categories.ts'
import { formatCount, formatList, LANGUAGE } from '../../words/format.ts'

type Event = Pick<ReceiptFactsFragment, 'event' | 'endedBy'>
type Terms = Pick<NonNullable<ReceiptFactsFragment['terms']>, 'filterType' | 'filterValues'>

// With seconds and the zone: a receipt is compared with logs, and read in other places.
const EXACT = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeStyle: 'long' })

/** "23 November 2026 at 10:15:02 CET", and the same in UTC where that differs. */
export function formatExactTime(instant: string): string {
  const shown = EXACT.format(new Date(instant))
  return `${shown} (${instant})`
}

/** What a receipt is for, as its heading. */
export function formatEvent({ event }: Event): string {
  switch (event) {
    case 'approved':
      return 'The client let the firm read their portfolio'
    case 'changed':
      return 'The client changed what the firm can see'
    case 'expired':
      return 'The access of the firm expired'
    case 'revoked':
      return 'The access of the firm ended'
  }
}

/** Who or what ended the access; null for a receipt of an agreement. */
export function formatEnd({ event, endedBy }: Event): string | null {
  if (event === 'expired') return 'The end date that was agreed to'
  if (event !== 'revoked') return null
  switch (endedBy) {
    case 'client':
      return 'The client, who revoked it'
    case 'firm':
      return 'The firm, which gave it back'
    case 'operator':
      return 'The operator of this service'
    case 'key':
      return 'The end of the key, which was revoked'
    case null:
      return 'Not recorded'
  }
}

/** The asset filter, by the slugs and ids that the terms have. */
export function formatTermsFilter({ filterType, filterValues }: Terms): string {
  switch (filterType) {
    case 'all':
      return 'All assets, including those added later'
    case 'category':
      return `Everything in ${formatList(filterValues.map(formatCategory))}`
    case 'items':
      return formatCount(filterValues.length, 'chosen asset')
    case 'collection':
      return 'One collection, as it changes'
  }
}
