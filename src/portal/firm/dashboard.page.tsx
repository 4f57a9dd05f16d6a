import { useQuery } from 'urql'
import { useParams } from 'wouter'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { RowsSkeleton } from '../components/rows-skeleton.tsx'
import { Section } from '../components/section.tsx'
import { UsageChart } from '../components/usage-chart.tsx'
import { planInWords } from '../firms/plan.ts'
import { isMissing } from '../found.ts'
import { FirmDashboardDocument } from '../generated/graphql.ts'
import { NotFound } from '../layout/not-found.tsx'
import { ManagementNotice } from '../service-api/management-notice.tsx'
import { Figures } from './figures.tsx'
import { FirmHistory } from './firm-history.tsx'
import { NextStep } from './next-step.tsx'
import { RateLimit } from './rate-limit.tsx'
import { RecentKeys } from './recent-keys.tsx'

/** How a firm stands: its keys, clients and requests, and what comes next. */
export default function DashboardPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const query = useQuery({ query: FirmDashboardDocument, variables: { firmId } })
  const [{ data }] = query
  if (isMissing(query)) return <NotFound />
  const firm = data?.firm
  return (
    <Page
      title={firm?.name ?? 'Dashboard'}
      description={firm ? `${planInWords(firm)} plan` : '\u00A0'}
    >
      <QueryView of={query} skeleton={<RowsSkeleton rows={4} height={160} />}>
        {({ firm }) =>
          firm && (
            <>
              <ManagementNotice firm={firm} />
              <NextStep firm={firm} />
              <Figures firm={firm} />
              <Section title="Requests">
                <UsageChart usage={firm.usage} label="Requests with all keys" />
              </Section>
              <RateLimit firm={firm} />
              <RecentKeys firm={firm} />
              <FirmHistory firmId={firmId} />
            </>
          )
        }
      </QueryView>
    </Page>
  )
}
