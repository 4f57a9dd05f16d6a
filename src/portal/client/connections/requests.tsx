import { Box } from '@mantine/core'
import { answersOf, CLIENT_RESULTS } from '../../domain/usage/request-results.ts'
import { UsageChart } from '../../domain/usage/usage-chart.tsx'
import type { UsageOfDaysFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Dimmed } from '../../ui/inline.tsx'

interface Props {
  readonly usage: UsageOfDaysFragment
  readonly firm: string
  readonly small?: boolean
}

/** The requests of a firm in 30 days. */
export function Requests({ usage, firm, small = false }: Props) {
  if (usage.total === 0) return <Dimmed>{t('None in the last 30 days')}</Dimmed>
  const chart = (
    <UsageChart
      usage={answersOf(usage)}
      label={t('Requests of {firm}', { firm })}
      small={small}
      results={CLIENT_RESULTS}
    />
  )
  if (!small) return chart
  return (
    <Box display="inline-block" style={INLINE}>
      {chart}
    </Box>
  )
}

// The bars have no text baseline to align with.
const INLINE = { verticalAlign: 'middle' } as const
