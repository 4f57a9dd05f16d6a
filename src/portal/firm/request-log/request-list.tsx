import { useMemo } from 'react'
import { serverNow } from '../../data/server-clock.ts'
import { usePages } from '../../data/use-pages.ts'
import type { KeyFilter } from '../../domain/keys/use-key-filter.ts'
import { RequestLogDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListControls, NothingMatches } from '../../ui/list-search/list-controls.tsx'
import { useListSearch } from '../../ui/list-search/use-list-search.ts'
import { PagesView } from '../../ui/pages-view.tsx'
import { RecordTable } from '../../ui/record-table.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { CODE, OUTCOME, PERIOD, requestFilter } from './request-choices.ts'
import { columnsFor } from './request-columns.tsx'

interface Props {
  readonly firmId: string
  readonly filter: KeyFilter
}

/** The requests of the keys, newest first, with their filters. */
export function RequestList({ firmId, filter: { keyId, environment } }: Props) {
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
      <PagesView of={requests} skeleton={<RowsSkeleton rows={4} height={64} />}>
        {(records) => {
          if (records.length === 0)
            return search.isNarrowed ? <NothingMatches of={search} /> : <NoRequests />
          return (
            <RecordTable
              label={t('Requests')}
              columns={columnsFor({ firmId, isOfOneKey: keyId !== null, onClient: search.search })}
              records={records}
            />
          )
        }}
      </PagesView>
    </Section>
  )
}

function NoRequests() {
  return (
    <EmptyState title={t('No requests in the last 7 days')}>
      {t('Requests of your programs are listed here. “Test data” shows those with sandbox keys.')}
    </EmptyState>
  )
}
