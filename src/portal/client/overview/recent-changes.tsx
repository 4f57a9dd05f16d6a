import { Anchor, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { type OverviewGrantsQuery, RecentChangesDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { formatDateTime } from '../../words/format.ts'
import classes from './overview.module.css'
import { recentEntries } from './recent-entries.ts'

interface Props {
  readonly clientId: string
  /** They name the firms. Undefined while they are loading. */
  readonly grants: OverviewGrantsQuery | undefined
}

/** The recent changes: of assets, and of the access of firms. */
export function RecentChanges({ clientId, grants }: Props) {
  const recent = useQuery({
    query: RecentChangesDocument,
    variables: { clientId },
    requestPolicy: 'cache-and-network',
    context: CONTEXT,
  })
  return (
    <Section title={t('What changed lately')} description={t('Assets, and what firms can see.')}>
      <QueryView of={recent} skeleton={<RowsSkeleton rows={5} height={28} />}>
        {(data) => (
          <ul className={classes.list}>
            {recentEntries(data, grants).map(({ key, at, title, kind, href }) => (
              <li key={key} className={classes.row}>
                <span>
                  <Anchor component={Link} href={href} size="sm">
                    <bdi>{title}</bdi>
                  </Anchor>
                  <Text size="sm" c="dimmed" component="span" ms="sm">
                    {kind}
                  </Text>
                </span>
                <Text size="sm" c="dimmed" className="digits">
                  <time dateTime={at}>{formatDateTime(at)}</time>
                </Text>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  )
}

const CONTEXT = { additionalTypenames: ['PartnerGrant'] }
