import { USAGE_DAYS } from '../../../values/durations.ts'
import { read } from '../../data/client.ts'
import { usePages } from '../../data/use-pages.ts'
import { ScopeBadges } from '../../domain/badges.tsx'
import { GrantReadsDocument, type GrantReadsQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ExportButtons, type Exported } from '../../ui/export/export-buttons.tsx'
import { Dimmed } from '../../ui/inline.tsx'
import { Section } from '../../ui/page-parts.tsx'
import { PagesView } from '../../ui/pages-view.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { findLabel, formatDateTime, formatNumber } from '../../words/format.ts'

/** The reads under a grant per hour, newest first. */
export function ReadLog({ grantId }: { grantId: string }) {
  const reads = usePages(
    GrantReadsDocument,
    (after) => ({ id: grantId, first: 20, after }),
    ({ grant }) => grant.reads,
  )
  return (
    <Section
      title={t('Read log')}
      description={t(
        'The list says how much was read per hour, and with which scopes. An asset that is returned ten times counts ten times.',
      )}
      action={<ExportReads grantId={grantId} />}
    >
      <PagesView
        of={reads}
        empty={
          <Dimmed>
            {t(
              'No read is stored. New ones appear here within a minute, and stay for {USAGE_DAYS} days.',
              { USAGE_DAYS },
            )}
          </Dimmed>
        }
      >
        {(entries) => <RecordTable label={t('Read log')} columns={COLUMNS} records={entries} />}
      </PagesView>
    </Section>
  )
}

type Entry = GrantReadsQuery['grant']['reads']['nodes'][number]

const COLUMNS: readonly Column<Entry>[] = [
  [t('Hour starting'), ({ hour }) => <time dateTime={hour}>{formatDateTime(hour)}</time>],
  [
    t('What was read'),
    ({ endpoint }) => (
      <>
        {formatEndpoint(endpoint)}
        <Dimmed size="xs">{endpoint}</Dimmed>
      </>
    ),
  ],
  [t('Scopes'), ({ scopes }) => <ScopeBadges scopes={scopes} />],
  [t('Requests'), ({ requests }) => formatNumber(requests), 'end'],
  [t('Assets returned'), ({ assets }) => formatNumber(assets), 'end'],
]

const ENDPOINTS: Readonly<Record<string, string>> = {
  'GET /api/v1/assets': t('Asset list'),
  'GET /api/v1/assets/{id}': t('Single assets'),
  'GET /api/v1/assets/{id}/valuations': t('Value history'),
  'GET /api/v1/assets/{id}/documents': t('Document list'),
  'GET /api/v1/portfolio/summary': t('Portfolio summary'),
  'POST /graphql': t('GraphQL query'),
  'GET /graphql': t('GraphQL query'),
  'POST /mcp': t('Question of an assistant'),
}

// The label of an endpoint; an unknown endpoint stays as it is.
function formatEndpoint(endpoint: string): string {
  return findLabel(ENDPOINTS, endpoint) ?? endpoint
}

// Saves the read log of a grant, newest hour first.
function ExportReads({ grantId }: { grantId: string }) {
  const of: Exported<Omit<Entry, 'id'>> = {
    name: `read-log-${grantId}`,
    read: async (after) => {
      const { body } = await read(GrantReadsDocument, { id: grantId, first: 100, after })
      const { reads } = body.grant
      return { ...reads, nodes: reads.nodes.map(({ id: _id, ...entry }) => entry) }
    },
    header: ['hour', 'endpoint', 'scopes', 'requests', 'assets'],
    toRow: ({ scopes, ...of }) => [of.hour, of.endpoint, scopes.join(' '), of.requests, of.assets],
  }
  return <ExportButtons of={of} />
}
