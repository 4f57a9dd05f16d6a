import { Grid, Stack } from '@mantine/core'
import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import { serverNow } from '../../data/server-clock.ts'
import { usePerson } from '../../data/session/person.ts'
import { OverviewDocument, type OverviewQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportButtons } from '../../ui/export/export-buttons.tsx'
import type { Exported } from '../../ui/export/use-export.ts'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { daysAfter, today } from '../../words/dates.ts'
import { AssetList } from '../portfolio/asset-list.tsx'
import { ASSET_HEADER, assetRow, type ExportedAsset } from '../portfolio/asset-row.ts'
import { readExportedPage } from '../portfolio/read-exported.ts'
import { Attention } from './attention.tsx'
import { Categories } from './categories.tsx'
import { GrantLines } from './grant-lines.tsx'
import { RecentChanges } from './recent-changes.tsx'
import { useOverviewGrants } from './use-grants.ts'
import { Value } from './value.tsx'

const SOON_DAYS = 90
const FEW_CATEGORIES = 6

/**
 * The home of a client: the value of their portfolio, the entries that ask for attention, its readers, and its assets.
 */
export default function OverviewPage() {
  const { id, hasPortfolio } = usePerson()
  return (
    <PortalPage title={t('Portfolio')} action={hasPortfolio && <ExportAssets clientId={id} />}>
      {hasPortfolio ? (
        <Overview clientId={id} />
      ) : (
        <EmptyState title={t('No portfolio')}>{t('This account has no portfolio.')}</EmptyState>
      )}
    </PortalPage>
  )
}

function Overview({ clientId }: { clientId: string }) {
  // The day must not change while the page is open, or each render would ask again.
  const [day] = useState(() => today(serverNow()))
  const [tomorrow, soon] = [daysAfter(day, 1), daysAfter(day, SOON_DAYS)]
  const variables = { clientId, today: day, tomorrow, soon }
  const overview = useQuery({
    query: OverviewDocument,
    variables,
    requestPolicy: 'cache-and-network',
  })
  const grants = useOverviewGrants()
  return (
    <QueryView of={overview} skeleton={<RowsSkeleton rows={2} height={420} />}>
      {({ portfolio }) => portfolio && <Shown of={portfolio} clientId={clientId} grants={grants} />}
    </QueryView>
  )
}

interface ShownProps {
  readonly of: NonNullable<OverviewQuery['portfolio']>
  readonly clientId: string
  readonly grants: ReturnType<typeof useOverviewGrants>
}

function Shown({ of: portfolio, clientId, grants }: ShownProps) {
  const { summary } = portfolio
  const isEmpty = summary.assetCount === 0
  const recent = <RecentChanges clientId={clientId} grants={grants[0].data} />
  // A short list of categories leaves room below it.
  const isShort = !isEmpty && summary.categories.length <= FEW_CATEGORIES
  return (
    <>
      {isEmpty ? (
        <EmptyState title={t('No assets yet')}>
          {t('Your portfolio is empty. Its assets are listed here once they have been recorded.')}
        </EmptyState>
      ) : (
        <Value clientId={clientId} summary={summary} />
      )}
      <Grid gap="lg">
        {!isEmpty && (
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Stack gap="lg">
              <Categories of={summary} />
              {isShort && recent}
            </Stack>
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, md: isEmpty ? 12 : 6 }}>
          <Stack gap="lg">
            {!isEmpty && <Attention of={portfolio} grants={grants} />}
            <GrantLines of={grants} />
          </Stack>
        </Grid.Col>
      </Grid>
      {!isShort && recent}
      {!isEmpty && <AssetList clientId={clientId} categories={summary.categories} />}
    </>
  )
}

// Saves the client's assets with all that firms can see of them.
function ExportAssets({ clientId }: { clientId: string }) {
  const client = useClient()
  const of: Exported<ExportedAsset> = {
    name: 'portfolio',
    read: (after) => readExportedPage(client, clientId, after),
    header: ASSET_HEADER,
    toRow: assetRow,
  }
  return <ExportButtons of={of} />
}
