import { SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { serverNow } from '../../data/server-clock.ts'
import { useQuery } from '../../data/use-query.ts'
import {
  type OverviewQuery,
  ValueHistoryDocument,
  type ValueHistoryQuery,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CHART_HEIGHT, loadChart, ValueChart } from '../../ui/chart/deferred-chart.tsx'
import { isOption, withParam } from '../../ui/list-search/use-list-search.ts'
import { QueryView } from '../../ui/page-parts.tsx'
import { formatTicks } from '../../words/compact-money.ts'
import { formatMoney, formatNumber } from '../../words/format.ts'
import { formatChange, pointsOf } from './value-points.ts'

// A failure is reported when the chart is shown.
loadChart().catch(() => {})

const REPLACE = { replace: true } as const
// A history has at most 240 points, and one of 200 years begins before any valuation that is likely.
const VALUE_RANGES = {
  '1': { label: t('1 year'), interval: 'month', years: 1 },
  '5': { label: t('5 years'), interval: 'quarter', years: 5 },
  all: { label: t('All'), interval: 'year', years: 200 },
} as const
const RANGES = Object.entries(VALUE_RANGES).map(([value, { label }]) => ({ value, label }))

interface Props {
  readonly clientId: string
  readonly summary: OverviewQuery['portfolio']['summary']
}

/** The value of the present assets at earlier dates and today, and its change. The range is in the address. */
export function ValueHistory({ clientId, summary }: Props) {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('range')
  const name = isOption(VALUE_RANGES, wanted) ? wanted : '5'
  const history = useHistory(clientId, name)
  const controls = (
    <SegmentedControl
      size="xs"
      aria-label={t('Period')}
      value={name}
      onChange={(next) => setParams(withParam(params, 'range', next), REPLACE)}
      data={RANGES}
    />
  )
  return (
    <QueryView of={history} skeleton={<Skeleton height={CHART_HEIGHT} />}>
      {({ portfolio }) => <Shown of={portfolio} summary={summary} controls={controls} />}
    </QueryView>
  )
}

function useHistory(clientId: string, name: keyof typeof VALUE_RANGES) {
  // The same for as long as the page is open, so that a range that is chosen again is not asked for again.
  const [now] = useState(() => new Date(serverNow()))
  const { interval, years } = VALUE_RANGES[name]
  const from = beginOf(years, now)
  const yearAgo = `${beginOf(1, now).slice(0, 10)}T00:00:00Z`
  // The server takes an instant that has not come for now.
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString()
  const variables = { clientId, interval, from, yearAgo, tomorrow }
  return useQuery(ValueHistoryDocument, variables)
}

interface ShownProps {
  readonly of: ValueHistoryQuery['portfolio']
  readonly summary: Props['summary']
  readonly controls: ReactNode
}

function Shown({ of: { valuesAt, valueHistory }, summary, controls }: ShownProps) {
  const [before, today] = valuesAt ?? []
  const points = pointsOf([...(valueHistory ?? []), ...(today ? [today] : [])])
  if (!today || points.length === 0)
    return <Text size="sm">{t('None of your assets has a history of values.')}</Text>
  const { currency } = today.value
  return (
    <Stack gap="sm">
      {before && before.valuedAssetCount > 0 && (
        <Text className="digits">{formatChange(before, today)}</Text>
      )}
      <ValueChart
        points={points}
        label={t('Value of your assets')}
        valueName={t('Value')}
        formatTick={formatTicks(currency)}
        controls={controls}
      />
      <Text size="xs" c="dimmed">
        {today.valuedAssetCount < summary.assetCount &&
          `${t(
            'The chart covers {covered} of {count} assets, worth {value} today. The others have no history of values.',
            {
              covered: formatNumber(today.valuedAssetCount),
              count: formatNumber(summary.assetCount),
              value: formatMoney(today.value),
            },
          )} `}
        {t(
          'By the valuations of the assets that you have now. It is not what you owned then: assets that you no longer have are left out, and each asset counts from its first valuation.',
        )}
      </Text>
    </Stack>
  )
}

// The instant after which the ends of the range's intervals come: so many years before now.
function beginOf(years: number, now: Date): string {
  const begin = new Date(now)
  begin.setUTCFullYear(now.getUTCFullYear() - years)
  return begin.toISOString()
}
