import { FILTER_KINDS } from '../../access/asset-filter.ts'
import type { Terms } from './grant-terms.ts'

/**
 * Whether the new terms show nothing that the old ones did not show, and no longer. What cannot be
 * proved from the terms alone counts as wider: which assets a category or a collection holds changes.
 */
export function isNarrowing(before: Terms, after: Terms): boolean {
  return (
    isSubset(after.scopes, before.scopes) &&
    isNarrowerFilter(before, after) &&
    endsNoLater(before.expiresAt, after.expiresAt)
  )
}

function isNarrowerFilter(before: Terms, after: Terms): boolean {
  if (before.filterType === 'all') return true
  if (!FILTER_KINDS[after.filterType].additive) return false
  if (after.filterValues.length === 0) return true
  return after.filterType === before.filterType && isSubset(after.filterValues, before.filterValues)
}

function endsNoLater(before: Date | null, after: Date | null): boolean {
  if (before === null) return true
  return after !== null && after.getTime() <= before.getTime()
}

function isSubset(part: readonly string[], whole: readonly string[]): boolean {
  const allowed = new Set(whole)
  return part.every((each) => allowed.has(each))
}
