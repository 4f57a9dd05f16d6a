import { Button, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { useNow } from '../../data/use-now.ts'
import { formatEndSoon } from '../../domain/grants/end-soon.ts'
import type { ExpiringDocumentsFragment, OverviewQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Dimmed, To } from '../../ui/inline.tsx'
import { QueryView, Section } from '../../ui/page-parts.tsx'
import { formatCalendarDate, formatMoney, formatNumber } from '../../words/format.ts'
import type { OverviewGrant, useOverviewGrants } from './grant-lines.tsx'
import classes from './overview.module.css'

const FEW = 3

interface Props {
  readonly of: Portfolio
  readonly grants: ReturnType<typeof useOverviewGrants>
}

/** The entries that ask the client for attention, or the statement that there are none. */
export function Attention({ of, grants }: Props) {
  const now = useNow()
  return (
    <Section title={t('Needs attention')}>
      <QueryView of={grants} rows={2} height={24}>
        {({ connectedApps }) => <Groups of={attentionGroups(of, connectedApps.nodes, now)} />}
      </QueryView>
    </Section>
  )
}

function Groups({ of }: { of: readonly AttentionGroup[] }) {
  if (of.length === 0) return <Text size="sm">{t('Nothing needs your attention.')}</Text>
  return of.map((group) => <Group key={group.title} of={group} />)
}

function Group({ of: { title, items, count = items.length } }: { of: AttentionGroup }) {
  const id = useId()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, FEW)
  return (
    <Stack gap={6} role="group" aria-labelledby={id}>
      <Text id={id} size="sm" fw={600} className="digits">
        {title}
      </Text>
      <ul className={classes.list}>
        {shown.map(({ key, title: name, detail, href }) => (
          <li key={key} className={classes.row}>
            <To href={href} size="sm">
              <bdi>{name}</bdi>
            </To>
            <Dimmed className="digits">{detail}</Dimmed>
          </li>
        ))}
      </ul>
      {items.length < count && (
        <Dimmed className="digits">
          {t('The first {shown} of {count}', {
            shown: formatNumber(shown.length),
            count: formatNumber(count),
          })}
        </Dimmed>
      )}
      {shown.length < items.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setIsWhole(true)} w="fit-content">
          {t('Show {count}', { count: formatNumber(items.length) })}
        </Button>
      )}
    </Stack>
  )
}

type Portfolio = OverviewQuery['portfolio']

// One thing that asks for attention, and the page where the client attends to it.
interface AttentionItem {
  readonly key: string
  readonly title: string
  readonly detail: string
  readonly href: string
}

// The entries that ask for attention for one reason.
interface AttentionGroup {
  readonly title: string
  readonly items: readonly AttentionItem[]
  /** How many entries there are, where not all may be in `items`. */
  readonly count?: number
}

// Everything that asks the client for attention, the most urgent first.
function attentionGroups(
  portfolio: Portfolio,
  grants: readonly OverviewGrant[],
  now: number,
): AttentionGroup[] {
  return [
    endingGroup(grants, now),
    documentGroup(portfolio.expiring, (count) =>
      t(
        '{count, plural, one {# document expires within 90 days} other {# documents expire within 90 days}}',
        { count },
      ),
    ),
    documentGroup(portfolio.expiredLately, (count) =>
      t(
        '{count, plural, one {# document expired in the last 30 days} other {# documents expired in the last 30 days}}',
        { count },
      ),
    ),
    documentGroup(portfolio.expiredThisYear, (count) =>
      t(
        '{count, plural, one {# document expired more than 30 days ago} other {# documents expired more than 30 days ago}}',
        { count },
      ),
    ),
    documentGroup(portfolio.expiredBefore, (count) =>
      t(
        '{count, plural, one {# document expired more than a year ago} other {# documents expired more than a year ago}}',
        { count },
      ),
    ),
    underinsuredGroup(portfolio.underinsured),
    unvaluedGroup(portfolio.summary),
  ].filter(({ items }) => items.length > 0)
}

function documentGroup(
  documents: ExpiringDocumentsFragment | null,
  titleOf: (count: number) => string,
): AttentionGroup {
  const { totalCount = 0, nodes = [] } = documents ?? {}
  return {
    title: titleOf(totalCount),
    count: totalCount,
    items: nodes.map(({ id, registryId, assetTitle, document }) => ({
      key: id,
      title: `${document.title} (${assetTitle})`,
      detail: document.expiresOn ? formatCalendarDate(document.expiresOn) : '',
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

function underinsuredGroup(assets: Portfolio['underinsured']): AttentionGroup {
  const { totalCount: count = 0, nodes = [] } = assets ?? {}
  const items = nodes.map(({ id, registryId, title, valuation }) => ({
    key: id,
    title,
    detail: t('Insured for {insured}, worth {value}', {
      insured: valuation?.insuranceValue ? formatMoney(valuation.insuranceValue) : '',
      value: valuation?.marketValue ? formatMoney(valuation.marketValue) : '',
    }),
    href: `/portfolio/${registryId}`,
  }))
  const all = {
    ...{ key: 'underinsured', title: t('Show all in the list'), detail: '' },
    href: '/portfolio/assets?assets-insurance=below',
  }
  return {
    title: t(
      '{count, plural, one {# asset is insured below its value} other {# assets are insured below their value}}',
      { count },
    ),
    items: count > items.length ? [all, ...items] : items,
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
    href: '/portfolio/assets?assets-sort=value-up',
  }
  return { title, items: count > 0 ? [item] : [] }
}
