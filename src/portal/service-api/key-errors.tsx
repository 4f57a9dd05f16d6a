import { Code, Text } from '@mantine/core'
import { CopyId } from '../components/copy-id.tsx'
import { Instant } from '../components/instant.tsx'
import { type Column, RecordTable } from '../components/record-table.tsx'
import { Section } from '../components/section.tsx'
import { describeCode } from '../errors/error-texts.ts'
import type { FirmKeyQuery } from '../generated/graphql.ts'

type RequestError = NonNullable<FirmKeyQuery['apiKey']>['recentErrors'][number]

/** The latest requests that failed, with their request ids. */
export function KeyErrors({ errors }: { errors: readonly RequestError[] }) {
  return (
    <Section title="Recent errors" description="Include the request ID when you contact support.">
      {errors.length === 0 ? (
        <Text size="sm" c="dimmed">
          None. Rejected and failed requests are listed here, newest first.
        </Text>
      ) : (
        <RecordTable
          label="Recent errors"
          columns={COLUMNS}
          records={errors}
          keyOf={({ requestId, at }) => requestId + at}
        />
      )}
    </Section>
  )
}

const COLUMNS: readonly Column<RequestError>[] = [
  {
    name: 'Request ID',
    cell: ({ requestId }) => <CopyId id={requestId} of={`the request ${requestId}`} />,
  },
  { name: 'When', cell: ({ at }) => <Instant at={at} exact /> },
  { name: 'Endpoint', cell: ({ endpoint }) => endpoint },
  { name: 'Status', cell: ({ status }) => status },
  {
    name: 'What happened',
    // The firm's program got the code, so its developer looks for it here.
    cell: ({ code }) => (
      <>
        {describeCode(code)}
        <Text size="xs" c="dimmed">
          API code <Code fz="xs">{code}</Code>
        </Text>
      </>
    ),
  },
]
