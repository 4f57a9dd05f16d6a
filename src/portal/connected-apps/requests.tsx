import { Box, Text } from '@mantine/core'
import { UsageChart } from '../components/usage-chart.tsx'
import type { UsageOfDaysFragment } from '../generated/graphql.ts'

interface Props {
  readonly usage: UsageOfDaysFragment
  readonly firm: string
  readonly small?: boolean
}

/** What a firm has requested in 30 days: a chart, or that there was nothing. */
export function Requests({ usage, firm, small = false }: Props) {
  if (usage.total === 0)
    return (
      <Text size="sm" c="dimmed">
        None in the last 30 days
      </Text>
    )
  const chart = <UsageChart usage={usage} label={`Requests of ${firm}`} small={small} />
  if (!small) return chart
  return (
    <Box display="inline-block" style={IN_LINE}>
      {chart}
    </Box>
  )
}

// Bars have no line of writing of their own to stand on.
const IN_LINE = { verticalAlign: 'middle' } as const
