import { formatEndSoon } from '../../domain/grants/end-soon.ts'
import type { ExpiringDocumentsFragment, OverviewQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { formatCalendarDate } from '../../words/format.ts'
import type { OverviewGrant } from './use-grants.ts'

type Portfolio = NonNullable<OverviewQuery['portfolio']>

/** One thing that asks for attention, and the page where the client attends to it. */
export interface AttentionItem {
  readonly key: string
  readonly title: string
  readonly detail: string
  readonly href: string
}

/** The entries that ask for attention for one reason. */
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
    documentGroup(expired, EXPIRED),
    documentGroup(expiring, EXPIRING),
    endingGroup(grants, now),
    unvaluedGroup(summary),
  ].filter(({ items }) => items.length > 0)
}

interface DocumentTexts {
  readonly title: (count: number) => string
  readonly detail: (date: string) => string
}

const EXPIRED: DocumentTexts = {
  title: (count) =>
    t('{count, plural, one {# document has expired} other {# documents have expired}}', { count }),
  detail: (date) => t('Expired on {date}', { date }),
}
const EXPIRING: DocumentTexts = {
  title: (count) =>
    t(
      '{count, plural, one {# document expires within 90 days} other {# documents expire within 90 days}}',
      { count },
    ),
  detail: (date) => t('Expires on {date}', { date }),
}

function documentGroup(
  documents: ExpiringDocumentsFragment | null,
  texts: DocumentTexts,
): AttentionGroup {
  const { totalCount = 0, nodes = [] } = documents ?? {}
  return {
    title: texts.title(totalCount),
    items: nodes.map(({ id, registryId, assetTitle, document }) => ({
      key: id,
      title: `${document.title} (${assetTitle})`,
      detail: texts.detail(document.expiresOn ? formatCalendarDate(document.expiresOn) : ''),
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
    title: t('{count, plural, one {# connection ends soon} other {# connections end soon}}', {
      count: items.length,
    }),
    items,
  }
}

// In the order by value, the assets without one come first.
function unvaluedGroup({ assetCount, valuedAssetCount }: Portfolio['summary']): AttentionGroup {
  const count = assetCount - (valuedAssetCount ?? assetCount)
  const title = t('{count, plural, one {# asset has no value} other {# assets have no value}}', {
    count,
  })
  const item = {
    key: 'unvalued',
    title: t('Show them first in the list'),
    detail: '',
    href: '/portfolio?assets-sort=value-up#assets',
  }
  return { title, items: count > 0 ? [item] : [] }
}
