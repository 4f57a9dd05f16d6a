import { Box } from '@mantine/core'
import { answersOf, CLIENT_RESULTS } from '../../domain/usage/request-results.ts'
import { SmallUsageChart, UsageChart } from '../../domain/usage/usage-chart.tsx'
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
  const label = t('Requests of {firm}', { firm })
  const shown = { usage: answersOf(usage), label, results: CLIENT_RESULTS }
  if (!small) return <UsageChart {...shown} />
  return (
    <Box display="inline-block" style={INLINE}>
      <SmallUsageChart {...shown} />
    </Box>
  )
}

// The bars have no text baseline to align with.
const INLINE = { verticalAlign: 'middle' } as const
