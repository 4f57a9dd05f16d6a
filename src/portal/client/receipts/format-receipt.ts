import type { ReceiptFactsFragment } from '../../generated/graphql.ts'
import { LOCALE } from '../../i18n/language.ts'
import { t } from '../../i18n/text.ts'
import { formatCategory } from '../../words/categories.ts'
import { formatList } from '../../words/format.ts'

type Event = Pick<ReceiptFactsFragment, 'event' | 'endedBy'>
type Terms = Pick<NonNullable<ReceiptFactsFragment['terms']>, 'filterType' | 'filterValues'>

// With seconds and the zone: a receipt is compared with logs, and read in other places.
const EXACT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeStyle: 'long' })

/** "23 November 2026 at 10:15:02 CET", and the same in UTC where that differs. */
export function formatExactTime(instant: string): string {
  const shown = EXACT.format(new Date(instant))
  return `${shown} (${instant})`
}

/** The subject of a receipt of each event, as its heading. */
export const EVENTS: Readonly<Record<Event['event'], string>> = {
  approved: t('The client let the firm read their portfolio'),
  changed: t('The client changed what the firm can see'),
  expired: t('The access of the firm expired'),
  revoked: t('The access of the firm ended'),
}

const ENDED_BY: Readonly<Record<NonNullable<Event['endedBy']>, string>> = {
  client: t('The client, who revoked it'),
  firm: t('The firm, which gave it back'),
  operator: t('The operator of this service'),
  key: t('The end of the key, which was revoked'),
}

/** The cause of the end of the access; null for a receipt of an agreement. */
export function formatEnd({ event, endedBy }: Event): string | null {
  if (event === 'expired') return t('The end date that was agreed to')
  if (event !== 'revoked') return null
  return endedBy === null ? t('Not recorded') : ENDED_BY[endedBy]
}

/** The asset filter, by the slugs and ids that the terms have. */
export function formatTermsFilter({ filterType, filterValues }: Terms): string {
  switch (filterType) {
    case 'all':
      return t('All assets, including those added later')
    case 'category':
      return t('Everything in {categories}', {
        categories: formatList(filterValues.map(formatCategory)),
      })
    case 'items':
      return t('{count, plural, one {# chosen asset} other {# chosen assets}}', {
        count: filterValues.length,
      })
    case 'collection':
      return t('One collection, as it changes')
  }
}
