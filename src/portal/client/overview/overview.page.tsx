import { Anchor, Button, Grid, Group } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { serverNow } from '../../data/server-clock.ts'
import { usePerson } from '../../data/session/person.ts'
import { useQuery } from '../../data/use-query.ts'
import { OverviewDocument, type OverviewQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { daysAfter, today } from '../../words/dates.ts'
import { Attention } from './attention.tsx'
import { Categories } from './categories.tsx'
import { GrantLines } from './grant-lines.tsx'
import { useOverviewGrants } from './use-grants.ts'
import { Value } from './value.tsx'

/** The home of a client: who can see the portfolio, its value, and the entries that ask for attention. */
export default function OverviewPage() {
  const { id, hasPortfolio } = usePerson()
  return (
    <PortalPage title={t('Portfolio')} action={hasPortfolio && <Ways />}>
      {hasPortfolio ? (
        <Overview clientId={id} />
      ) : (
        <EmptyState title={t('No portfolio')}>{t('This account has no portfolio.')}</EmptyState>
      )}
    </PortalPage>
  )
}

function Ways() {
  const year = String(new Date(serverNow()).getFullYear() - 1)
  return (
    <Group gap="md">
      <Anchor component={Link} href={`/portfolio/statement/${year}`} size="sm">
        {t('Statement of {year}', { year })}
      </Anchor>
      <Button component={Link} href="/portfolio/assets" variant="default">
        {t('All assets')}
      </Button>
    </Group>
  )
}

function Overview({ clientId }: { clientId: string }) {
  // The day must not change while the page is open, or each render would ask again.
  const [day] = useState(() => today(serverNow()))
  const variables = {
    ...{ clientId, today: day, tomorrow: daysAfter(day, 1), soon: daysAfter(day, 90) },
    ...{ monthAgo: daysAfter(day, -30), beforeMonth: daysAfter(day, -31) },
    ...{ yearAgo: daysAfter(day, -365), beforeYear: daysAfter(day, -366) },
  }
  const overview = useQuery(OverviewDocument, variables, { onVisit: 'again' })
  const grants = useOverviewGrants()
  return (
    <>
      <GrantLines of={grants} />
      <QueryView of={overview} skeleton={<RowsSkeleton rows={2} height={420} />}>
        {({ portfolio }) =>
          portfolio && <Shown of={portfolio} clientId={clientId} grants={grants} />
        }
      </QueryView>
    </>
  )
}

interface ShownProps {
  readonly of: NonNullable<OverviewQuery['portfolio']>
  readonly clientId: string
  readonly grants: ReturnType<typeof useOverviewGrants>
}

function Shown({ of: portfolio, clientId, grants }: ShownProps) {
  const { summary } = portfolio
  if (summary.assetCount === 0)
    return (
      <EmptyState title={t('No assets yet')}>
        {t('Your portfolio is empty. Its assets are listed here once they have been recorded.')}
      </EmptyState>
    )
  return (
    <>
      <Value clientId={clientId} summary={summary} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Attention of={portfolio} grants={grants} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Categories of={summary} />
        </Grid.Col>
      </Grid>
    </>
  )
}
