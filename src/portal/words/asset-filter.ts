import type { AssetFilterType } from '../generated/graphql.ts'
import { formatCategory } from './categories.ts'
import { formatCount, formatList } from './format.ts'

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

interface TypeLabel {
  readonly label: string
  readonly description: string
}

/** The types of a filter, as the client chooses among them. */
export const FILTER_TYPES: Readonly<Record<AssetFilterType, TypeLabel>> = {
  all: {
    label: 'All assets',
    description: 'Including assets you add later',
  },
  category: {
    label: 'Some categories',
    description: 'Including assets you add to them later',
  },
  items: {
    label: 'Some assets',
    description: 'Only these, even if you add more later',
  },
  collection: {
    label: 'One collection',
    description: 'Follows the collection as it changes',
  },
}

/** Whether a text is one of the filter types. */
export function isFilterType(text: string): text is AssetFilterType {
  return Object.hasOwn(FILTER_TYPES, text)
}

type Noun = readonly [singular: string, plural: string]

/** What the values of a filter are called; null for the types that cannot have several. */
export const FILTER_NOUNS: Readonly<Record<AssetFilterType, Noun | null>> = {
  all: null,
  category: ['category', 'categories'],
  items: ['asset', 'assets'],
  collection: null,
}

const MAX_NAMES = 3

/** For the client: "Everything in Watches and Wine", "3 chosen assets: …", "The collection “Insured”". */
export function formatFilter({ type, count, values }: Filter): string {
  const names = values.map(({ label }) => label)
  switch (type) {
    case 'all':
      return `${FILTER_TYPES.all.label}, including those added later`
    case 'category':
      return `Everything in ${formatList(values.map(({ id }) => formatCategory(id)))}`
    case 'items':
      return `${formatCount(count, 'chosen asset')}: ${formatFirst(names, count)}`
    case 'collection':
      return `The collection “${names[0] ?? ''}”`
  }
}

/** For the firm, which sees no names: "All assets", "2 categories", "12 assets", "One collection". */
export function formatFilterCount({ type, count }: Pick<Filter, 'type' | 'count'>): string {
  const noun = FILTER_NOUNS[type]
  return noun ? formatCount(count, ...noun) : FILTER_TYPES[type].label
}

/** The first few of `count` names, and how many more there are. `names` need not be all of them. */
export function formatFirst(names: readonly string[], count: number): string {
  const shown = count <= MAX_NAMES + 1 ? names : names.slice(0, MAX_NAMES)
  return formatList(shown, count)
}
