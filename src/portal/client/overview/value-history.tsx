import { SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import { useSearchParams } from 'wouter'
import { serverNow } from '../../data/server-clock.ts'
import {
  type Interval,
  ValueHistoryDocument,
  type ValueHistoryQuery,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CHART_HEIGHT, loadChart, ValueChart } from '../../ui/chart/deferred-chart.tsx'
import { withParam } from '../../ui/list-search/use-list-search.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { formatCompactMoney } from '../../words/compact-money.ts'
import { pointsOf, summarize } from './value-points.ts'
import { beginOf, type RangeName, rangeNamed, VALUE_RANGES } from './value-ranges.ts'

// A failure is reported when the chart is shown.
loadChart().catch(() => {})

const REPLACE = { replace: true } as const
const RANGES = Object.entries(VALUE_RANGES).map(([value, { label }]) => ({ value, label }))

const NOTES: Readonly<Record<Interval, string>> = {
  month: t(
    'The value of the assets that you have now, at the end of each month, by their valuations. It is not what you owned then: assets that you no longer have are left out, and each asset counts from its first valuation.',
  ),
  quarter: t(
    'The value of the assets that you have now, at the end of each quarter, by their valuations. It is not what you owned then: assets that you no longer have are left out, and each asset counts from its first valuation.',
  ),
  year: t(
    'The value of the assets that you have now, at the end of each year, by their valuations. It is not what you owned then: assets that you no longer have are left out, and each asset counts from its first valuation.',
  ),
}

/** The value of the present assets at earlier dates. The range is in the address. */
export function ValueHistory({ clientId }: { clientId: string }) {
  const [params, setParams] = useSearchParams()
  const name = rangeNamed(params.get('range'))
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
    <Stack gap="sm">
      <QueryView of={history} skeleton={<Skeleton height={CHART_HEIGHT} />}>
        {({ portfolio }) => <Chart of={portfolio?.valueHistory ?? []} controls={controls} />}
      </QueryView>
      <Text size="xs" c="dimmed">
        {NOTES[VALUE_RANGES[name].interval]}
      </Text>
    </Stack>
  )
}

function useHistory(clientId: string, name: RangeName) {
  // The same for as long as the page is open, so that a range that is chosen again is not asked for again.
  const [now] = useState(() => new Date(serverNow()))
  const { interval } = VALUE_RANGES[name]
  const from = beginOf(VALUE_RANGES[name], now)
  return useQuery({ query: ValueHistoryDocument, variables: { clientId, interval, from } })
}

type History = NonNullable<NonNullable<ValueHistoryQuery['portfolio']>['valueHistory']>

function Chart({ of: history, controls }: { of: History; controls: ReactNode }) {
  const points = pointsOf(history)
  const currency = history[0]?.value.currency ?? ''
  if (points.length === 0)
    return (
      <Stack gap="sm" align="flex-start" mih={CHART_HEIGHT}>
        {controls}
        <Text size="sm">
          {t('None of your assets had a value at the end of a part of this period.')}
        </Text>
      </Stack>
    )
  return (
    <ValueChart
      points={points}
      label={t('Value of your assets')}
      summary={summarize(points)}
      valueName={t('Value')}
      formatTick={(value) => formatCompactMoney(value, currency)}
      controls={controls}
    />
  )
}
