import { useParams } from 'wouter'
import { askEarly, type PageParams } from '../../data/client.ts'
import { chosenEnvironment, useEnvironment } from '../../data/environment.ts'
import { usePages } from '../../data/use-pages.ts'
import { isNotFound, useQuery } from '../../data/use-query.ts'
import { ManagementNotice } from '../../domain/firms/management-notice.tsx'
import { eventFilter, FIRM_KINDS } from '../../domain/history/event-choices.ts'
import { EventHistory } from '../../domain/history/event-history.tsx'
import type { Event } from '../../domain/history/history-list.tsx'
import { KeyLink } from '../../domain/keys/key-filter.tsx'
import { UsageChart } from '../../domain/usage/usage-chart.tsx'
import { FirmDashboardDocument, FirmHistoryDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FactGrid } from '../../ui/fact-grid.tsx'
import { Instant } from '../../ui/instant.tsx'
import { useListSearch } from '../../ui/list-search/use-list-search.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { formatNumber } from '../../words/format.ts'
import { formatPlan } from '../../words/plan.ts'
import { type DashboardFirm, Figures, limitedRequests } from './figures.tsx'
import { NextSteps } from './next-steps-section.tsx'
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

const WORTH_TELLING = 0.5

// The busiest minute of the production keys. Nothing is shown while it took less than half of the limit.
function RateLimit({ firm: { id, busiestMinute, usage } }: { firm: DashboardFirm }) {
  if (busiestMinute === null) return null
  const { at, requests, key } = busiestMinute
  if (requests < WORTH_TELLING * key.requestsPerMinute) return null
  return (
    <Section title={t('Rate limit')}>
      <FactGrid
        facts={[
          [
            t('Busiest minute of the last 30 days'),
            t('{requests} of {limit} requests', {
              requests: formatNumber(requests),
              limit: formatNumber(key.requestsPerMinute),
            }),
          ],
          [t('When'), <Instant key="at" at={at} />],
          [t('Key'), <KeyLink key="key" firmId={id} id={key.id} name={key.name} />],
          [t('Over the limit in the last 30 days'), formatNumber(limitedRequests(usage))],
        ]}
      />
    </Section>
  )
}

// The events of the firm and its keys, newest first.
function FirmHistory({ firmId }: { firmId: string }) {
  const search = useListSearch('activity')
  const chosen = eventFilter(search, FIRM_KINDS)
  const events = usePages(
    FirmHistoryDocument,
    (after) => ({ firmId, after, ...chosen }),
    ({ firm }) => firm?.auditEvents,
  )
  const pathOf = (event: Event) => {
    const keyId = keyOf(event)
    return keyId ? `/firms/${firmId}/service-api/${keyId}` : null
  }
  return (
    <Section title={t('Recent activity')}>
      <EventHistory
        of={events}
        search={search}
        label={t('Filters of the activity')}
        kinds={FIRM_KINDS}
        pathOf={pathOf}
      />
    </Section>
  )
}

// Of a grant, the key that it is for.
function keyOf({ subject, changes }: Event): string | null {
  if (subject.startsWith('key_')) return subject
  return changes.find(({ member }) => member === 'key_id')?.after.text ?? null
}
