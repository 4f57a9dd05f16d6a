import type { AssetFilterType } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { formatCategory } from './categories.ts'
import { formatList } from './format.ts'

/** One value of a filter: a category, an asset or a collection. */
export interface FilterValue {
  readonly id: string
  readonly label: string
}

interface Filter {
  readonly type: AssetFilterType
  readonly count: number
  readonly values: readonly FilterValue[]
}

/** The types of a filter, as the client chooses among them. */
export const FILTER_TYPES: Readonly<Record<AssetFilterType, string>> = {
  all: t('All assets'),
  category: t('Some categories'),
  items: t('Some assets'),
  collection: t('One collection'),
}

/** Whether a text is one of the filter types. */
export function isFilterType(text: string): text is AssetFilterType {
  return Object.hasOwn(FILTER_TYPES, text)
}

const MAX_NAMES = 3

/** For the client: "Everything in Watches and Wine", "3 chosen assets: …", "The collection “Insured”". */
export function formatFilter({ type, count, values }: Filter): string {
  const names = values.map(({ label }) => label)
  switch (type) {
    case 'all':
      return t('{label}, including those added later', { label: FILTER_TYPES.all })
    case 'category':
      return t('Everything in {categories}', {
        categories: formatList(values.map(({ id }) => formatCategory(id))),
      })
    case 'items':
      return t('{count, plural, one {# chosen asset} other {# chosen assets}}: {names}', {
        count,
        names: formatFirst(names, count),
      })
    case 'collection':
      return t('The collection “{name}”', { name: names[0] ?? '' })
  }
}

/** For the firm, which sees no names: "All assets", "2 categories", "12 assets", "One collection". */
export function formatFilterCount({ type, count }: Pick<Filter, 'type' | 'count'>): string {
  if (type === 'category')
    return t('{count, plural, one {# category} other {# categories}}', { count })
  if (type === 'items') return t('{count, plural, one {# asset} other {# assets}}', { count })
  return FILTER_TYPES[type]
}

/** The first few of `count` names, and how many more there are. `names` need not be all of them. */
export function formatFirst(names: readonly string[], count: number): string {
  const shown = count <= MAX_NAMES + 1 ? names : names.slice(0, MAX_NAMES)
  return formatList(shown, count)
}
