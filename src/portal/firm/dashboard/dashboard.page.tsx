import { Card, SimpleGrid, Text } from '@mantine/core'
import { useParams } from 'wouter'
import { chosenEnvironment, useEnvironment } from '../../data/environment.ts'
import { askEarly, type PageParams, useQuery } from '../../data/use-query.ts'
import { StateBadge } from '../../domain/badges.tsx'
import { ManagementNotice } from '../../domain/firms/management-notice.tsx'
import { FIRM_KINDS } from '../../domain/history/event-choices.ts'
import { EventHistory } from '../../domain/history/event-history.tsx'
import type { Event } from '../../domain/history/history-list.tsx'
import { KeyLink } from '../../domain/keys/key-filter.tsx'
import { UsageChart } from '../../domain/usage/usage-chart.tsx'
import {
  FirmDashboardDocument,
  type FirmDashboardQuery,
  FirmHistoryDocument,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FactGrid } from '../../ui/fact-grid.tsx'
import { To } from '../../ui/inline.tsx'
import { Instant } from '../../ui/instant.tsx'
import { QueryPage, Section } from '../../ui/page-parts.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { formatNumber } from '../../words/format.ts'
import { formatPlan } from '../../words/plan.ts'
import { formatRateLimit } from '../../words/rate-limit.ts'
import { NextSteps } from './next-steps-section.tsx'

/** Asks for what the page shows. */
export function prefetch({ firmId = '' }: PageParams): void {
  askEarly(FirmDashboardDocument, { firmId, environment: chosenEnvironment() })
}

/** An overview of a firm: its keys, clients and requests, and what to do next. */
export default function DashboardPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const environment = useEnvironment()
  const query = useQuery(FirmDashboardDocument, { firmId, environment })
  const firm = query.data?.firm
  return (
    <QueryPage
      of={query}
      title={firm?.name ?? t('Dashboard')}
      description={firm ? t('{firm} plan', { firm: formatPlan(firm) }) : '\u00A0'}
      height={160}
    >
      {({ firm }) => (
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
          <Section title={t('Recent activity')}>
            <EventHistory
              list="activity"
              label={t('Filters of the activity')}
              kinds={FIRM_KINDS}
              document={FirmHistoryDocument}
              ask={(asked) => ({ firmId, ...asked })}
              listIn={(data) => data.firm.auditEvents}
              pathOf={(event) => pathOf(event, firmId)}
            />
          </Section>
        </>
      )}
    </QueryPage>
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

// The page of the key that an event is of; of a grant, of the key that it is for.
function pathOf({ subject, changes }: Event, firmId: string): string | null {
  const keyId = subject.startsWith('key_')
    ? subject
    : changes.find(({ member }) => member === 'key_id')?.after.text
  return keyId ? `/firms/${firmId}/service-api/${keyId}` : null
}

export type DashboardFirm = FirmDashboardQuery['firm']

function limitedRequests({ days }: DashboardFirm['usage']): number {
  return days.reduce((sum, { limited }) => sum + limited, 0)
}

function Figures({ firm }: { firm: DashboardFirm }) {
  const figures = [
    [t('API keys'), firm.apiKeys.totalCount, t('including revoked and expired')],
    [t('Clients'), firm.clientCount, t('with active access')],
    [t('Requests'), firm.usage.total, t('in the last 30 days')],
    [t('Over the rate limit'), limitedRequests(firm.usage), t('in the last 30 days')],
  ] as const
  return (
    <SimpleGrid component="dl" m={0} cols={{ base: 2, md: 4 }}>
      {figures.map(([name, figure, description]) => (
        <Card key={name} padding="md">
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} className="digits">
            <Text span fz={28} fw={600} lh={1.3} display="block">
              {formatNumber(figure)}
            </Text>
            <Text span size="xs" c="dimmed">
              {description}
            </Text>
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  )
}

type Key = DashboardFirm['apiKeys']['nodes'][number]

function RecentKeys({ firm: { id, apiKeys } }: { firm: DashboardFirm }) {
  if (apiKeys.nodes.length === 0) return null
  const keys = `/firms/${id}/service-api`
  const all = (
    <To href={keys} size="sm">
      {t('All keys')}
    </To>
  )
  return (
    <Section title={t('Newest keys')} action={all}>
      <RecordTable label={t('Newest keys')} columns={columnsOf(keys)} records={apiKeys.nodes} />
    </Section>
  )
}

function columnsOf(keys: string): Column<Key>[] {
  return [
    [t('Name'), (key) => <To href={`${keys}/${key.id}`}>{key.name}</To>],
    [t('Clients'), (key) => formatNumber(key.clientCount)],
    [
      t('30 days'),
      (key) => (
        <UsageChart usage={key.usage} label={t('Requests with {name}', { name: key.name })} small />
      ),
    ],
    [t('Rate limit'), (key) => formatRateLimit(key)],
    [t('Status'), (key) => <StateBadge state={key.state} />],
  ]
}
