import { Code, Table, Text } from '@mantine/core'
import { Instant } from '../components/instant.tsx'
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
        <ErrorTable errors={errors} />
      )}
    </Section>
  )
}

const COLUMNS = ['When', 'Endpoint', 'Status', 'Code', 'Request id']

function ErrorTable({ errors }: { errors: readonly RequestError[] }) {
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table aria-label="Last errors" className="digits">
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((name) => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {errors.map((error) => (
            <Table.Tr key={error.requestId + error.at}>
              <Table.Td>
                <Instant at={error.at} />
              </Table.Td>
              <Table.Td>{error.endpoint}</Table.Td>
              <Table.Td>{error.status}</Table.Td>
              <Table.Td>
                <Code>{error.code}</Code>
              </Table.Td>
              <Table.Td>
                <Code>{error.requestId}</Code>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
