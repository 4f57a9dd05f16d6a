import { Progress, Stack, Text } from '@mantine/core'
import type { UsageOfDaysFragment } from '../generated/graphql.ts'
import { limitInWords } from '../service-api/tiers.ts'
import { meanInWords, numberInWords } from '../words.ts'
import { busiestOf, limitedOf, MINUTES_A_DAY } from './day-totals.ts'
import type { ShownFirm } from './figures.tsx'

type Key = ShownFirm['apiKeys']['nodes'][number]

/** A key's limit, and how near to it its busiest day came on average. */
export function LimitUse({ of: key }: { of: Key }) {
  const mean = meanOf(key.usage)
  const limited = limitedOf(key.usage)
  return (
    <Stack gap={4} maw={220}>
      {limitInWords(key)}
      <Progress
        size="sm"
        aria-hidden
        color={limited > 0 ? 'fruit' : 'leaf'}
        value={Math.min(100, (mean / key.requestsPerMinute) * 100)}
      />
      <Text size="xs" c="dimmed">
        {mean === 0
          ? 'Not used in the last 30 days'
          : `Busiest day: ${meanInWords(mean)} per minute on average`}
        {limited > 0 && `, ${numberInWords(limited)} over the limit`}
      </Text>
    </Stack>
  )
}

function meanOf({ days }: UsageOfDaysFragment): number {
  return (busiestOf(days)?.total ?? 0) / MINUTES_A_DAY
}
