import type { Scope } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { formatScopes } from '../../words/scopes.ts'

/** "12 fewer assets than now (180)". */
export function formatAssetDifference(before: number, after: number): string {
  if (before === after) return t('Same number of assets')
  const counts = { count: Math.abs(after - before), before }
  return after > before
    ? t(
        '{count, plural, one {# more asset} other {# more assets}} than now ({before, number})',
        counts,
      )
    : t(
        '{count, plural, one {# fewer asset} other {# fewer assets}} than now ({before, number})',
        counts,
      )
}

/** "Newly shown: Details. No longer shown: Estate". */
export function formatScopeDifference(before: readonly Scope[], after: readonly Scope[]): string {
  const added = after.filter((scope) => !before.includes(scope))
  const removed = before.filter((scope) => !after.includes(scope))
  if (added.length === 0 && removed.length === 0) return t('The same details of each asset')
  const parts = [
    added.length > 0 && t('Newly shown: {added}', { added: formatScopes(added) }),
    removed.length > 0 && t('No longer shown: {removed}', { removed: formatScopes(removed) }),
  ]
  return parts.filter(Boolean).join('. ')
}
