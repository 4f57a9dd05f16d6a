import { Card, SimpleGrid, Text } from '@mantine/core'
import type { FirmDashboardQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { formatNumber } from '../../words/format.ts'

export type DashboardFirm = NonNullable<FirmDashboardQuery['firm']>

/** The requests that the rate limit rejected. */
export function limitedRequests({ days }: DashboardFirm['usage']): number {
  return days.reduce((sum, { limited }) => sum + limited, 0)
}

/** The firm's key figures. */
export function Figures({ firm }: { firm: DashboardFirm }) {
  const figures = [
    [t('API keys'), firm.apiKeys.totalCount, t('including revoked and expired')],
    [t('Clients'), firm.clientCount, t('with active access')],
    [t('Requests'), firm.usage.total, t('in the last 30 days')],
    [t('Over the rate limit'), limitedRequests(firm.usage), t('in the last 30 days')],
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
