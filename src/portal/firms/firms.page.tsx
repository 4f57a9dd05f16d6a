import { Anchor, Card, Stack, Table } from '@mantine/core'
import { Link } from 'wouter'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadMore, usePages } from '../components/load-more.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { FirmsDocument, type FirmsQuery } from '../generated/graphql.ts'
import { useList } from '../use-list.ts'
import { numberInWords } from '../words.ts'
import { planInWords } from './plan.ts'

/** Every firm, for staff; others find their own here. */
export default function FirmsPage() {
  const [pages, more] = usePages()
  const last = pages.at(-1)
  return (
    <Page title="Firms" description="Each with its plan and the clients that its keys read.">
      <Stack>
        {pages.map((after) => (
          <FirmsPart key={after} after={after} onMore={after === last ? more : null} />
        ))}
      </Stack>
    </Page>
  )
}

interface PartProps {
  readonly after: string | null
  readonly onMore: ((after: string) => void) | null
}

function FirmsPart({ after, onMore }: PartProps) {
  const firms = useList(FirmsDocument, { after }, 'Firm')
  return (
    <QueryView of={firms}>
      {({ firms: { nodes, pageInfo } }) => (
        <>
          {nodes.length > 0 && <FirmTable firms={nodes} />}
          {nodes.length === 0 && after === null && (
            <EmptyState title="No firms">You are a member of none.</EmptyState>
          )}
          {onMore && <LoadMore of={pageInfo} onMore={onMore} />}
        </>
      )}
    </QueryView>
  )
}

function FirmTable({ firms }: { firms: FirmsQuery['firms']['nodes'] }) {
  return (
    <Card p={0}>
      <Table.ScrollContainer minWidth={480}>
        <Table verticalSpacing="sm" horizontalSpacing="md" aria-label="Firms" className="digits">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Name</Table.Th>
              <Table.Th scope="col">Plan</Table.Th>
              <Table.Th scope="col" ta="right">
                Clients
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {firms.map((firm) => (
              <Table.Tr key={firm.id}>
                <Table.Th scope="row" fw={500}>
                  <Anchor component={Link} inherit href={`/firms/${firm.id}`}>
                    {firm.name}
                  </Anchor>
                </Table.Th>
                <Table.Td>{planInWords(firm)}</Table.Td>
                <Table.Td ta="right">{numberInWords(firm.clientCount)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  )
}
