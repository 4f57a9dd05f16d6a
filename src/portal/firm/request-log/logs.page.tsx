import { useMemo } from 'react'
import { useParams } from 'wouter'
import { serverNow } from '../../data/server-clock.ts'
import { usePages } from '../../data/use-pages.ts'
import { type KeyFilter, KeyLink, KeySelect, useKeyFilter } from '../../domain/keys/key-filter.tsx'
import { RequestLogDocument, type RequestOutcome } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { ListControls } from '../../ui/list-search/list-controls.tsx'
import {
  type Choice,
  type ListSearch,
  useListSearch,
} from '../../ui/list-search/use-list-search.ts'
import { EmptyState, PortalPage } from '../../ui/page.tsx'
import { NotFound, Section } from '../../ui/page-parts.tsx'
import { PagesView } from '../../ui/pages-view.tsx'
import { RecordTable } from '../../ui/record-table.tsx'
import { HOUR_MS } from '../../words/dates.ts'
import { ERROR_TEXTS, helpAddress } from '../../words/errors/error-texts.ts'
import { ErrorGroups } from './error-groups.tsx'
import { columnsFor } from './request-columns.tsx'

/** The requests of programs with the keys of a firm in the last days, and their results. */
export default function LogsPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const filter = useKeyFilter(firmId)
  if (filter.isUnknown) return <NotFound />
  return (
    <PortalPage title={t('Logs')} description={<Described firmId={firmId} filter={filter} />}>
      <KeySelect of={filter} otherwise={t('All keys')} />
      <RequestList firmId={firmId} filter={filter} />
      {filter.keyId !== null && <ErrorGroups firmId={firmId} keyId={filter.keyId} />}
    </PortalPage>
  )
}

interface Props {
  readonly firmId: string
  readonly filter: KeyFilter
}

function Described({ firmId, filter: { keyId, chosen, environment } }: Props) {
  if (keyId !== null)
    return rich(
      'The log has the requests of {keylink} of the last 7 days, with their answers. Secrets are never stored.',
      { keylink: <KeyLink firmId={firmId} id={keyId} name={chosen?.name} /> },
    )
  return environment === 'sandbox'
    ? t(
        'The log has the requests of sandbox keys of the last 7 days, with their answers. Secrets are never stored.',
      )
    : t(
        'The log has the requests of production keys of the last 7 days, with their answers. Secrets are never stored.',
      )
}

function RequestList({ firmId, filter: { keyId, environment } }: Props) {
  const search = useListSearch('requests')
  // The filter is the same for all pages of the list, and newer for another choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key differs whenever the choice does.
  const filter = useMemo(() => requestFilter(search, serverNow()), [search.key])
  const ofKeys = keyId === null ? { environment } : { keyId }
  const requests = usePages(
    RequestLogDocument,
    (after) => ({ firmId, after, ...ofKeys, ...filter }),
    ({ requestLog }) => requestLog,
  )
  return (
    <Section
      title={t('Requests')}
      description={t(
        'About 1,000 requests of each key are listed, of each endpoint and code the newest, and all others are counted only. New ones appear within a minute.',
      )}
    >
      <ListControls
        of={search}
        label={t('Search by client, request ID, path or parameter')}
        choices={[PERIOD, OUTCOME, CODE]}
        count={requests.totalCount}
      />
      <PagesView
        of={requests}
        search={search}
        empty={
          <EmptyState title={t('No requests in the last 7 days')}>
            {t(
              'Requests of your programs are listed here. “Test data” shows those with sandbox keys.',
            )}
          </EmptyState>
        }
        height={64}
      >
        {(records) => (
          <RecordTable
            label={t('Requests')}
            columns={columnsFor({ firmId, isOfOneKey: keyId !== null, onClient: search.search })}
            records={records}
          />
        )}
      </PagesView>
    </Section>
  )
}

const OUTCOME: Choice<RequestOutcome> = {
  name: 'outcome',
  label: t('Result'),
  otherwise: t('All results'),
  options: {
    ok: t('Successful (2xx, 3xx)'),
    refused: t('Rejected (4xx)'),
    limited: t('Over the limit (429)'),
    failed: t('Failed (5xx)'),
  },
}

// Those of the page itself have no help.
const CODES = Object.keys(ERROR_TEXTS)
  .filter((code) => helpAddress(code) !== null)
  .sort()

const CODE: Choice = {
  name: 'code',
  label: t('Error code'),
  otherwise: t('All codes'),
  options: Object.fromEntries(CODES.map((code) => [code, code])),
}

type Period = 'hour' | 'today' | 'yesterday'

// Days are those of the reader.
const PERIOD: Choice<Period> = {
  name: 'time',
  label: t('Time'),
  otherwise: t('Last 7 days'),
  options: { hour: t('Last hour'), today: t('Today'), yesterday: t('Yesterday') },
}

function periodOf(period: Period | null, now: number) {
  const midnight = (daysAgo: number) => {
    const day = new Date(now)
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysAgo).toISOString()
  }
  if (period === 'hour') return { since: new Date(now - HOUR_MS).toISOString() }
  if (period === 'today') return { since: midnight(0) }
  return period === 'yesterday' ? { since: midnight(1), until: midnight(0) } : {}
}

function requestFilter(of: ListSearch, now: number) {
  return {
    outcome: of.chosen(OUTCOME),
    code: of.chosen(CODE),
    ...periodOf(of.chosen(PERIOD), now),
    search: of.text === '' ? null : of.text,
  }
}
