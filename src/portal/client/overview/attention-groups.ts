import { formatEndSoon } from '../../domain/grants/end-soon.ts'
import type { ExpiringDocumentsFragment, OverviewQuery } from '../../generated/graphql.ts'
import { formatCalendarDate, formatCount } from '../../words/format.ts'
import type { OverviewGrant } from './use-grants.ts'

type Portfolio = NonNullable<OverviewQuery['portfolio']>

/** One thing that asks for attention, and the page where the client attends to it. */
export interface AttentionItem {
  readonly key: string
  readonly title: string
  readonly detail: string
  readonly href: string
}

/** What asks for attention for one reason. */
export interface AttentionGroup {
  readonly title: string
  readonly items: readonly AttentionItem[]
}

/** Everything that asks the client for attention. */
export function attentionGroups(
  { summary, expired, expiring }: Portfolio,
  grants: readonly OverviewGrant[],
  now: number,
): AttentionGroup[] {
  return [
    documentGroup(expired, ['document has expired', 'documents have expired'], 'Expired on'),
    documentGroup(
      expiring,
      ['document expires within 90 days', 'documents expire within 90 days'],
      'Expires on',
    ),
    endingGroup(grants, now),
    unvaluedGroup(summary),
  ].filter(({ items }) => items.length > 0)
}

function documentGroup(
  documents: ExpiringDocumentsFragment | null,
  [one, several]: readonly [string, string],
  verb: string,
): AttentionGroup {
  const { totalCount = 0, nodes = [] } = documents ?? {}
  return {
    title: formatCount(totalCount, one, several),
    items: nodes.map(({ id, registryId, assetTitle, document }) => ({
      key: id,
      title: `${document.title} (${assetTitle})`,
      detail: `${verb} ${document.expiresOn ? formatCalendarDate(document.expiresOn) : ''}`,
      href: `/portfolio/${registryId}`,
    })),
  }
}

function endingGroup(grants: readonly OverviewGrant[], now: number): AttentionGroup {
  const items = grants.flatMap((grant) => {
    const detail = formatEndSoon(grant, grant.key.state, now)
    const { id, key } = grant
    return detail === null
      ? []
      : [{ key: id, title: key.firmName, detail, href: `/connected-apps/${id}` }]
  })
  return {
    title: formatCount(items.length, 'connection ends soon', 'connections end soon'),
    items,
  }
}

// In the order by value, the assets without one come first.
function unvaluedGroup({ assetCount, valuedAssetCount }: Portfolio['summary']): AttentionGroup {
  const count = assetCount - (valuedAssetCount ?? assetCount)
  const title = formatCount(count, 'asset has no value', 'assets have no value')
  const item = {
    key: 'unvalued',
    title: 'Show them first in the list',
    detail: '',
    href: '/portfolio?assets-sort=value-up#assets',
  }
  return { title, items: count > 0 ? [item] : [] }
}
