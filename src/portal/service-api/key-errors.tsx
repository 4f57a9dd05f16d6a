import { Code, Text } from '@mantine/core'
import { Instant } from '../components/instant.tsx'
import { type Column, RecordTable } from '../components/record-table.tsx'
import { Section } from '../components/section.tsx'
import type { FirmKeyQuery } from '../generated/graphql.ts'

type RequestError = NonNullable<FirmKeyQuery['apiKey']>['recentErrors'][number]

/** The requests that ended with an error, with the id by which the log knows each. */
export function KeyErrors({ errors }: { errors: readonly RequestError[] }) {
  return (
    <Section title="Last errors" description="Quote the request id when you ask about one.">
      {errors.length === 0 ? (
        <Text size="sm" c="dimmed">
          None. Requests that are refused or fail are listed here, newest first.
        </Text>
      ) : (
        <RecordTable
          label="Last errors"
          columns={COLUMNS}
          records={errors}
          keyOf={({ requestId, at }) => requestId + at}
        />
      )}
    </Section>
  )
}

const COLUMNS: readonly Column<RequestError>[] = [
  { name: 'Request id', cell: ({ requestId }) => <Code>{requestId}</Code> },
  { name: 'When', cell: ({ at }) => <Instant at={at} exact /> },
  { name: 'Endpoint', cell: ({ endpoint }) => endpoint },
  { name: 'Status', cell: ({ status }) => status },
  { name: 'Code', cell: ({ code }) => <Code>{code}</Code> },
]
