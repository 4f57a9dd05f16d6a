import { Card, SimpleGrid, Text } from '@mantine/core'
import type { FirmDashboardQuery } from '../../generated/graphql.ts'
import { formatNumber } from '../../words/format.ts'
import { limitedRequests } from './day-totals.ts'

export type DashboardFirm = NonNullable<FirmDashboardQuery['firm']>

/** The firm's key figures. */
export function Figures({ firm }: { firm: DashboardFirm }) {
  const figures = [
    ['API keys', firm.apiKeys.totalCount, 'including revoked and expired'],
    ['Clients', firm.clientCount, 'with active access'],
    ['Requests', firm.usage.total, 'in the last 30 days'],
    ['Over the rate limit', limitedRequests(firm.usage), 'in the last 30 days'],
  ] as const
  return (
    <SimpleGrid component="dl" m={0} cols={{ base: 2, md: 4 }}>
      {figures.map(([name, figure, description]) => (
        <Card key={name} padding="md">
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} className="digits">
            <Text span fz={28} fw={600} lh={1.3} display="block">
              {formatNumber(figure)}
            </Text>
            <Text span size="xs" c="dimmed">
              {description}
            </Text>
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  )
}
