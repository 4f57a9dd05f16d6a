import { Group } from '@mantine/core'
import { formatDaily, totalOf } from '../../domain/requests/format-request.ts'
import { Bars } from '../../ui/bars.tsx'
import { formatNumber } from '../../words/format.ts'

/** A bar for each day, and their sum. */
export function DayBars({ daily }: { daily: readonly number[] }) {
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap" display="inline-flex">
      <Bars label={formatDaily(daily)} bars={daily.map((requests) => [[requests, COLOR]])} />
      <span>{formatNumber(totalOf(daily))}</span>
    </Group>
  )
}

const COLOR = 'var(--mantine-color-fruit-filled)'
