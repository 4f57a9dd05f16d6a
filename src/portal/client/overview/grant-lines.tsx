import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { t } from '../../i18n/text.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { formatFilter } from '../../words/asset-filter.ts'
import { formatDate } from '../../words/format.ts'
import { formatScopes } from '../../words/scopes.ts'
import classes from './overview.module.css'
import { isLive, type OverviewGrant, type useOverviewGrants } from './use-grants.ts'

/** Each firm that can read the portfolio now, with what it sees, in a line that leads to the connection. */
export function GrantLines({ of }: { of: ReturnType<typeof useOverviewGrants> }) {
  return (
    <Section title={t('Who can see what')}>
      <QueryView of={of} skeleton={<RowsSkeleton rows={2} height={44} />}>
        {({ connectedApps: { nodes, pageInfo } }) => {
          const live = nodes.filter(isLive)
          return (
            <>
              {live.length === 0 ? (
                <Text size="sm">{t('No firm can see your portfolio.')}</Text>
              ) : (
                <ul className={classes.list}>
                  {live.map((grant) => (
                    <Line key={grant.id} grant={grant} />
                  ))}
                </ul>
              )}
              {(pageInfo.hasNextPage || live.length < nodes.length) && (
                <Anchor component={Link} href="/connected-apps" size="sm">
                  {t('All connections, also those that have ended')}
                </Anchor>
              )}
            </>
          )
        }}
      </QueryView>
    </Section>
  )
}

function Line({
  grant: { id, key, filter, effectiveScopes, expiresAt },
}: {
  grant: OverviewGrant
}) {
  return (
    <li className={classes.row}>
      <span>
        <Anchor component={Link} href={`/connected-apps/${id}`} size="sm" fw={600}>
          {key.firmName}
        </Anchor>
        <Text size="sm" component="span" display="block">
          {formatFilter(filter)}
        </Text>
        <Text size="xs" c="dimmed" component="span" display="block">
          {formatScopes(effectiveScopes)}
        </Text>
      </span>
      <Text size="sm" c="dimmed" className="digits">
        {expiresAt
          ? t('Until {expiresAt}', { expiresAt: formatDate(expiresAt) })
          : t('No end date')}
      </Text>
    </li>
  )
}
