import type { Scope } from '../../generated/graphql.ts'
import { formatCount, formatNumber } from '../../words/format.ts'
import { formatScopes } from '../../words/scopes.ts'

/** "12 fewer assets than now (180)". */
export function formatAssetDifference(before: number, after: number): string {
  if (before === after) return 'Same number of assets'
  const direction = after > before ? 'more' : 'fewer'
  const difference = formatCount(Math.abs(after - before), `${direction} asset`)
  return `${difference} than now (${formatNumber(before)})`
}

/** "Newly shown: Details. No longer shown: Estate". */
export function formatScopeDifference(before: readonly Scope[], after: readonly Scope[]): string {
  const added = after.filter((scope) => !before.includes(scope))
  const removed = before.filter((scope) => !after.includes(scope))
  if (added.length === 0 && removed.length === 0) return 'The same details of each asset'
  const parts = [
    added.length > 0 && `Newly shown: ${formatScopes(added)}`,
    removed.length > 0 && `No longer shown: ${formatScopes(removed)}`,
  ]
  return parts.filter(Boolean).join('. ')
}
