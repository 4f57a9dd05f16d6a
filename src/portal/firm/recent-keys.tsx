import { Anchor, Group, Table } from '@mantine/core'
import { Link } from 'wouter'
import { EnvironmentBadge, StateBadge } from '../components/badges.tsx'
import { Section } from '../components/section.tsx'
import { UsageChart } from '../components/usage-chart.tsx'
import { limitInWords } from '../service-api/tiers.ts'
import { numberInWords } from '../words.ts'
import type { ShownFirm } from './figures.tsx'

const COLUMNS = ['Name', 'Tier', 'Clients', 'Requests in 30 days', 'State']

/** The newest keys, each with what it does. */
export function RecentKeys({ firm: { id, apiKeys } }: { firm: ShownFirm }) {
  if (apiKeys.nodes.length === 0) return null
  const all = (
    <Anchor component={Link} href={`/firms/${id}/service-api`} size="sm">
      All keys
    </Anchor>
  )
  return (
    <Section title="Newest keys" action={all}>
      <Table.ScrollContainer minWidth={680}>
        <Table verticalSpacing="sm" aria-label="Newest keys" className="digits">
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
            {apiKeys.nodes.map((key) => (
              <Table.Tr key={key.id}>
                <Table.Th scope="row" fw={500}>
                  <Anchor component={Link} href={`/firms/${id}/service-api/${key.id}`}>
                    {key.name}
                  </Anchor>
                </Table.Th>
                <Table.Td>{limitInWords(key)}</Table.Td>
                <Table.Td>{numberInWords(key.clientCount)}</Table.Td>
                <Table.Td>
                  <UsageChart usage={key.usage} label={`Requests with ${key.name}`} small />
                </Table.Td>
                <Table.Td>
                  <Group gap={6} wrap="nowrap">
                    <EnvironmentBadge environment={key.environment} />
                    <StateBadge state={key.state} />
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}
