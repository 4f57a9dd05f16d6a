import { useParams } from 'wouter'
import { askEarly, type PageParams } from '../../data/client.ts'
import { chosenEnvironment, useEnvironment } from '../../data/environment.ts'
import { isNotFound, useQuery } from '../../data/use-query.ts'
import { ManagementNotice } from '../../domain/firms/management-notice.tsx'
import { UsageChart } from '../../domain/usage/usage-chart.tsx'
import { FirmDashboardDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { formatPlan } from '../../words/plan.ts'
import { Figures } from './figures.tsx'
import { FirmHistory } from './firm-history.tsx'
import { NextSteps } from './next-steps-section.tsx'
import { RateLimit } from './rate-limit.tsx'
import { RecentKeys } from './recent-keys.tsx'

/** Asks for what the page shows. */
export function prefetch({ firmId = '' }: PageParams): void {
  askEarly(FirmDashboardDocument, { firmId, environment: chosenEnvironment() })
}

/** An overview of a firm: its keys, clients and requests, and what to do next. */
export default function DashboardPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const environment = useEnvironment()
  const query = useQuery(FirmDashboardDocument, { firmId, environment })
  const { data } = query
  if (isNotFound(query)) return <NotFound />
  const firm = data?.firm
  return (
    <PortalPage
      title={firm?.name ?? t('Dashboard')}
      description={firm ? t('{firm} plan', { firm: formatPlan(firm) }) : '\u00A0'}
    >
      <QueryView of={query} skeleton={<RowsSkeleton rows={4} height={160} />}>
        {({ firm }) =>
          firm && (
            <>
              <ManagementNotice firm={firm} environment="sandbox" />
              <NextSteps firm={firm} />
              <Figures firm={firm} />
              <Section title={t('Requests')}>
                <UsageChart
                  usage={firm.usage}
                  label={
                    environment === 'sandbox'
                      ? t('Requests with all sandbox keys')
                      : t('Requests with all production keys')
                  }
                />
              </Section>
              {environment === 'production' && <RateLimit firm={firm} />}
              <RecentKeys firm={firm} />
              <FirmHistory firmId={firmId} />
            </>
          )
        }
      </QueryView>
    </PortalPage>
  )
}
