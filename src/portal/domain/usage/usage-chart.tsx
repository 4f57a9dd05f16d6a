import { Group, Skeleton, Text } from '@mantine/core'
import type { UsageOfDaysFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Bars } from '../../ui/bars.tsx'
import { ChartOrTable, ChartTable } from '../../ui/chart/chart-or-table.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Dimmed } from '../../ui/inline.tsx'
import { formatCalendarDate, formatNumber } from '../../words/format.ts'
import { formatUsage, REQUEST_RESULTS, type RequestResult } from './request-results.ts'

const HEIGHT = 260
const [UsageBars] = deferred(() => import('./usage-bars.tsx'), <Skeleton height={HEIGHT} />)

interface Props {
  readonly usage: UsageOfDaysFragment
  /** The counted thing: "Requests with this key". */
  readonly label: string
  /** Only the bars, as high as a line of text, with the total beside them. */
  readonly small?: boolean
  readonly results?: readonly RequestResult[]
}

/** Requests per day and result, as a chart or a table. */
export function UsageChart({ small = false, results = REQUEST_RESULTS, ...shown }: Props) {
  const { usage, label } = shown
  if (small) return <SmallChart {...shown} results={results} />
  const summary = <Dimmed>{formatUsage(usage, results)}</Dimmed>
  if (usage.total === 0) return summary
  return (
    <ChartOrTable
      label={label}
      controls={summary}
      chart={<UsageBars {...shown} height={HEIGHT} results={results} />}
      table={
        <ChartTable
          label={label}
          frame={t('{label} by day', { label })}
          height={HEIGHT}
          head={[t('Day'), ...results.map((result) => result.label)]}
          rows={usage.days.map((day) => [
            formatCalendarDate(day.date),
            ...results.map(({ key }) => formatNumber(day[key])),
          ])}
        />
      }
    />
  )
}

const SMALL_WIDTH = 120

function SmallChart({ usage, label, results = REQUEST_RESULTS }: Omit<Props, 'small'>) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Bars
        label={`${label}. ${formatUsage(usage, results)}`}
        bars={usage.days.map((day) => results.map(({ key, color }) => [day[key], color]))}
        width={SMALL_WIDTH}
      />
      <Text size="sm" className="digits" aria-hidden>
        {formatNumber(usage.total)}
      </Text>
    </Group>
  )
}
