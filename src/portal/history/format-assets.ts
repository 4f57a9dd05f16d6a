import type { AssetFilterType } from '../generated/graphql.ts'
import { categoryName, filterInWords } from '../grant-terms/filter-words.ts'
import { type Change, formatDifference, formatValues, type Value } from './format-values.ts'

const TYPES: readonly AssetFilterType[] = ['all', 'category', 'items', 'collection']
const NOUNS = {
  category: ['category', 'categories'],
  items: ['asset', 'assets'],
} as const

/**
 * Which assets a grant shows, from the two members that record its filter; null where an event has
 * neither. Where only the values changed, the type has no value before.
 */
export function formatAssets(
  filter: Change | undefined,
  values: Change | undefined,
): string | null {
  if (!filter && !values) return null
  const type = filter?.after.text
  const isSameList = !filter?.before && (type === 'category' || type === 'items')
  if (isSameList && values?.added && values.removed)
    return formatDifference(values.added, values.removed, categoryName, NOUNS[type])
  const after = formatFilter(filter?.after, values?.after)
  if (!filter?.before && !values?.before) return after
  return `${formatFilter(filter?.before ?? filter?.after, values?.before)} → ${after}`
}

function formatFilter(type: Value | undefined, values: Value | null | undefined): string {
  const list = { count: values?.count ?? 0, values: values?.values ?? [] }
  const known = TYPES.find((each) => each === type?.text)
  if (!known) return [type?.text, formatValues(list, String)].filter(Boolean).join(': ') || 'none'
  const named = list.values.map(({ value, label }) => ({ id: value, label: label ?? value }))
  return filterInWords({ type: known, count: list.count, values: named })
}
