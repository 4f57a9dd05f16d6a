import type { Scope } from '../../generated/graphql.ts'
import { isolate } from '../../i18n/isolate.ts'
import { t } from '../../i18n/text.ts'
import { formatScope } from '../../words/scopes.ts'

/** "+ Details − Estate · 180 → 12 assets". `assets`: their numbers before and after; null while they are counted. */
export function formatDifference(
  before: readonly Scope[],
  after: readonly Scope[],
  assets: readonly [before: number, after: number] | null,
): string {
  const part = (sign: string) => (scope: Scope) => isolate(`${sign} ${formatScope(scope)}`, 'auto')
  const parts = [
    ...after.filter((scope) => !before.includes(scope)).map(part('+')),
    ...before.filter((scope) => !after.includes(scope)).map(part('−')),
  ]
  const scopes = parts.join(' ') || t('The same details of each asset')
  if (assets === null || assets[0] === assets[1]) return scopes
  const [from, to] = assets
  return `${scopes} · ${t('{from, number} → {to, plural, one {# asset} other {# assets}}', { from, to })}`
}
