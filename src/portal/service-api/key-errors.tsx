import { Anchor, Code, Stack, Text } from '@mantine/core'
import { CopyId } from '../components/copy-id.tsx'
import { Instant } from '../components/instant.tsx'
import { type Column, RecordTable } from '../components/record-table.tsx'
import { Section } from '../components/section.tsx'
import { describeCode, helpAddress } from '../errors/error-texts.ts'
import { formatNumber } from '../format.ts'
import type { FirmKeyQuery } from '../generated/graphql.ts'

type Key = NonNullable<FirmKeyQuery['apiKey']>
type RequestError = Key['recentErrors'][number]
type ErrorCount = Key['errorCounts'][number]

interface Props {
  readonly errors: readonly RequestError[]
  readonly counts: readonly ErrorCount[]
}

/** The requests that failed: how many of each kind, and the latest with their request ids. */
export function KeyErrors({ errors, counts }: Props) {
  return (
    <Section title="Errors" description="Include the request ID when you contact support.">
      {errors.length === 0 && counts.length === 0 ? (
        <Text size="sm" c="dimmed">
          None. Rejected and failed requests are counted and listed here.
        </Text>
      ) : (
        <Stack>
          {counts.length > 0 && (
            <RecordTable
              label="Errors of the last 30 days, by kind"
              columns={COUNTS}
              records={counts}
              keyOf={({ id }) => id}
            />
          )}
          <Text size="sm" c="dimmed">
            Latest errors, newest first
          </Text>
          <RecordTable
            label="Latest errors"
            columns={ERRORS}
            records={errors}
            keyOf={({ requestId, at }) => requestId + at}
          />
        </Stack>
      )}
    </Section>
  )
}

const COUNTS: readonly Column<ErrorCount>[] = [
  { name: 'What happened', cell: ({ code }) => <WhatHappened code={code} /> },
  { name: 'Requests in 30 days', cell: ({ requests }) => formatNumber(requests) },
  { name: 'Last', cell: ({ lastAt }) => <Instant at={lastAt} exact /> },
  { name: 'Last endpoint', cell: ({ lastEndpoint }) => nameOf(lastEndpoint) },
  { name: 'Last request ID', cell: ({ lastRequestId }) => <RequestId id={lastRequestId} /> },
]

const ERRORS: readonly Column<RequestError>[] = [
  { name: 'Request ID', cell: ({ requestId }) => <RequestId id={requestId} /> },
  { name: 'When', cell: ({ at }) => <Instant at={at} exact /> },
  { name: 'Endpoint', cell: ({ endpoint }) => nameOf(endpoint) },
  { name: 'Status', cell: ({ status }) => status },
  { name: 'What happened', cell: ({ code }) => <WhatHappened code={code} /> },
]

function RequestId({ id }: { id: string }) {
  return <CopyId id={id} of={`the request ${id}`} />
}

// The firm's program got the code, so its developer looks for it here.
function WhatHappened({ code }: { code: string }) {
  const help = helpAddress(code)
  const name = <Code fz="xs">{code}</Code>
  return (
    <>
      {describeCode(code)}
      <Text size="xs" c="dimmed">
        API code {help ? <Anchor href={help}>{name}</Anchor> : name}
      </Text>
    </>
  )
}

const nameOf = (endpoint: string) =>
  endpoint === 'unknown' ? 'A path that does not exist' : endpoint
