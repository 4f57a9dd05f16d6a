import { Badge, Code, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { serverNow } from '../../data/server-clock.ts'
import { usePages } from '../../data/use-pages.ts'
import { colorOf, formatAsked, formatMilliseconds } from '../../domain/requests/format-request.ts'
import { RequestId } from '../../domain/requests/request-id.tsx'
import type { RequestRowFragment } from '../../generated/graphql.ts'
import { RequestLogDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Instant } from '../../ui/instant.tsx'
import { ListControls, NothingMatches } from '../../ui/list-search/list-controls.tsx'
import { type ListSearch, useListSearch } from '../../ui/list-search/use-list-search.ts'
import { PagesView } from '../../ui/pages-view.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { describeCode } from '../../words/errors/error-texts.ts'
import { CODE, OUTCOME, PERIOD, requestFilter } from './request-choices.ts'

interface Props {
  readonly keyId: string
  readonly keyPath: string
}

/** The requests of a key, newest first, with their filters. */
export function RequestList({ keyId, keyPath }: Props) {
  const search = useListSearch('requests')
  // The filter is the same for all pages of the list, and newer for another choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key differs whenever the choice does.
  const filter = useMemo(() => requestFilter(search, serverNow()), [search.key])
  const requests = usePages(
    RequestLogDocument,
    (after) => ({ keyId, after, ...filter }),
    ({ apiKey }) => apiKey?.requestLog,
  )
  return (
    <Section
      title={t('Requests')}
      description={t(
        'About 1,000 requests are kept, of each endpoint and code the newest. New ones appear within a minute.',
      )}
    >
      <ListControls
        of={search}
        label={t('Search by request ID, client ID, path or parameter')}
        choices={[OUTCOME, CODE, PERIOD]}
        count={requests.totalCount}
      />
      <PagesView of={requests} skeleton={<RowsSkeleton rows={4} height={64} />}>
        {(records) =>
          records.length === 0 ? (
            <Nothing of={search} />
          ) : (
            <RecordTable
              label={t('Requests')}
              columns={columnsFor(keyPath)}
              records={records}
              keyOf={({ id }) => id}
            />
          )
        }
      </PagesView>
    </Section>
  )
}

function Nothing({ of }: { of: ListSearch }) {
  if (of.isNarrowed) return <NothingMatches of={of} />
  return (
    <Text size="sm" c="dimmed">
      {t('No requests in the last 7 days. Requests with this key are listed here.')}
    </Text>
  )
}

function columnsFor(keyPath: string): readonly Column<RequestRowFragment>[] {
  return [
    {
      name: t('Request'),
      cell: ({ requestId }) => <RequestId id={requestId} keyPath={keyPath} />,
    },
    { name: t('When'), cell: ({ at }) => <Instant at={at} exact /> },
    { name: t('What was asked'), cell: (request) => <WhatWasAsked of={request} /> },
    {
      name: t('Result'),
      cell: ({ status, code }) => (
        <>
          <Badge color={colorOf(status)}>{status}</Badge>
          {code !== null && <Text size="sm">{describeCode(code)}</Text>}
        </>
      ),
    },
    {
      name: t('Time'),
      align: 'end',
      cell: ({ milliseconds }) => formatMilliseconds(milliseconds),
    },
  ]
}

type Asked = Pick<RequestRowFragment, 'method' | 'endpoint' | 'path' | 'parameters' | 'clientId'>

// The endpoint or the path of a request, with its parameters and its client.
function WhatWasAsked({ of: request }: { of: Asked }) {
  const client = request.clientId === null ? [] : [`client_id=${request.clientId}`]
  return (
    <Stack gap={2} align="flex-start">
      <span style={ANYWHERE}>{formatAsked(request)}</span>
      {[...client, ...request.parameters].map((parameter) => (
        <Code key={parameter} fz="xs" style={ANYWHERE}>
          {parameter}
        </Code>
      ))}
      {request.path !== null && (
        <Text size="xs" c="dimmed">
          {t('A path that does not exist')}
        </Text>
      )}
    </Stack>
  )
}

const ANYWHERE = { overflowWrap: 'anywhere', minWidth: 0 } as const
