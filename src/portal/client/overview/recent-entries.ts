import { formatAction } from '../../domain/history/actions.ts'
import type { OverviewGrantsQuery, RecentChangesQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CATEGORIES } from '../../words/categories.ts'

/** A recent change: of an asset, or of what a firm can see. */
export interface RecentEntry {
  readonly key: string
  readonly at: string
  readonly title: string
  /** The kind of the change. */
  readonly kind: string
  readonly href: string
}

const MOST = 8

/** The newest changes of assets and of access, newest first. */
export function recentEntries(
  { portfolio, auditEvents }: RecentChangesQuery,
  grants: OverviewGrantsQuery | undefined,
): RecentEntry[] {
  const firms = new Map(grants?.connectedApps.nodes.map(({ id, key }) => [id, key.firmName]))
  const assets = (portfolio?.assets?.nodes ?? []).map(
    ({ registryId, title, category, updatedAt }): RecentEntry => ({
      key: registryId,
      at: updatedAt,
      title,
      kind: t('{category}, added or changed', { category: CATEGORIES[category] }),
      href: `/portfolio/${registryId}`,
    }),
  )
  const events = (auditEvents?.nodes ?? []).map(
    ({ id, at, action, subject }): RecentEntry => ({
      key: id,
      at,
      title: firms.get(subject) ?? t('A connection'),
      kind: formatAction(action),
      href: `/connected-apps/${subject}`,
    }),
  )
  return [...assets, ...events]
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, MOST)
}
