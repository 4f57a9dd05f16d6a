import { Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { UsageOfDaysFragment } from '../generated/graphql.ts'
import { numberInWords } from '../words.ts'
import { OUTCOMES } from './outcomes.ts'
import { UsageTable } from './usage-table.tsx'

const UsageBars = lazy(() => import('./usage-bars.tsx'))

interface Props {
  readonly usage: UsageOfDaysFragment
  /** What is counted: "Requests with this key". */
  readonly label: string
  /** Bars alone, a line of text high, with the total in words beside them. */
  readonly small?: boolean
}

/** Requests by day and outcome: as bars, or as the same numbers in a table. */
export function UsageChart({ usage, label, small = false }: Props) {
  const [view, setView] = useState('chart')
  if (small) return <SmallChart usage={usage} label={label} />
  if (usage.total === 0)
    return (
      <Text size="sm" c="dimmed">
        {inWords(usage)}
      </Text>
    )
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {inWords(usage)}
        </Text>
        <SegmentedControl
          size="xs"
          value={view}
          onChange={setView}
          aria-label={`${label}: show as`}
          data={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
        />
      </Group>
      {view === 'chart' ? (
        <Suspense fallback={<Skeleton height={HEIGHT} />}>
          <div role="img" aria-label={`${label}. ${inWords(usage)}. The table lists every day.`}>
            <UsageBars days={usage.days} height={HEIGHT} />
          </div>
        </Suspense>
      ) : (
        <UsageTable days={usage.days} label={label} height={HEIGHT} />
      )}
    </Stack>
  )
}

const HEIGHT = 260
const SMALL = 32

function SmallChart({ usage, label }: Pick<Props, 'usage' | 'label'>) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Suspense fallback={<Skeleton height={SMALL} width={120} />}>
        <div role="img" aria-label={`${label}. ${inWords(usage)}`} style={{ width: 120 }}>
          <UsageBars days={usage.days} height={SMALL} bare />
        </div>
      </Suspense>
      <Text size="sm" className="digits" aria-hidden>
        {numberInWords(usage.total)}
      </Text>
    </Group>
  )
}

/** "1,204 requests in 30 days, 12 of them refused". */
function inWords({ total, days }: UsageOfDaysFragment): string {
  const others = OUTCOMES.filter(({ key }) => key !== 'ok')
    .map(({ key, label }) => [label.toLowerCase(), days.reduce((sum, day) => sum + day[key], 0)])
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${numberInWords(Number(count))} ${name}`)
  if (total === 0) return `No requests in ${days.length} days`
  const requests = `${numberInWords(total)} ${total === 1 ? 'request' : 'requests'}`
  return [`${requests} in ${days.length} days`, ...others].join(', ')
}
