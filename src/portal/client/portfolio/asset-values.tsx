import { Stack, Text } from '@mantine/core'
import { usePages } from '../../data/use-pages.ts'
import { useQuery } from '../../data/use-query.ts'
import { AssetValuationsDocument, type ValuationsFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { ChartPoint } from '../../ui/chart/chart.tsx'
import { loadChart, ValueChart } from '../../ui/chart/deferred-chart.tsx'
import { QueryView, Section } from '../../ui/page-parts.tsx'
import { PagesView } from '../../ui/pages-view.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { formatCode } from '../../words/codes.ts'
import { formatTicks } from '../../words/compact-money.ts'
import { formatMoney, formatStatedDate } from '../../words/format.ts'

// A failure is reported when the chart is shown.
loadChart().catch(() => {})

/** The most entries that a page of the history can have: what the chart draws. */
const CHART_SIZE = 100
const PAGE_SIZE = 10

interface Props {
  readonly clientId: string
  readonly registryId: string
}

/** The values of an asset over time, and each entry of its history. */
export function AssetValues(props: Props) {
  const variables = { ...props, first: CHART_SIZE, after: null }
  const newest = useQuery(AssetValuationsDocument, variables)
  return (
    <Section title={t('Value over time')}>
      <QueryView of={newest} rows={1} height={300}>
        {({ portfolio }) => {
          const valuations = portfolio.asset?.valuations
          if (!valuations || valuations.totalCount === 0)
            return <Text size="sm">{t('No value has been recorded for this asset.')}</Text>
          return (
            <Stack gap="lg">
              <Chart of={valuations} />
              <Entries {...props} />
            </Stack>
          )
        }}
      </QueryView>
    </Section>
  )
}

function Chart({ of: { nodes, totalCount } }: { of: ValuationsFragment }) {
  const points = valuationPoints(nodes)
  // One value makes no line, and is in the list below.
  if (points.length < 2) return null
  const currency = nodes[0]?.value.currency ?? ''
  return (
    <>
      <ValueChart
        points={points}
        label={t('Value of this asset')}
        valueName={t('Value')}
        formatTick={formatTicks(currency)}
      />
      {totalCount > nodes.length && (
        <Text size="xs" c="dimmed">
          {t(
            'The chart shows the newest {count, plural, one {# value} other {# values}}. All are listed below.',
            { count: nodes.length },
          )}
        </Text>
      )}
    </>
  )
}

function Entries({ clientId, registryId }: Props) {
  const valuations = usePages(
    AssetValuationsDocument,
    (after) => ({ clientId, registryId, first: PAGE_SIZE, after }),
    ({ portfolio }) => portfolio.asset?.valuations,
  )
  return (
    <PagesView of={valuations}>
      {(entries) => <RecordTable label={t('Valuations')} columns={COLUMNS} records={entries} />}
    </PagesView>
  )
}

const COLUMNS: readonly Column<ValuationsFragment['nodes'][number]>[] = [
  [t('Valued on'), ({ valuedAt }) => <time dateTime={valuedAt}>{formatStatedDate(valuedAt)}</time>],
  [t('Source'), ({ source }) => formatCode(source)],
  [t('Value'), ({ value }) => formatMoney(value), 'end'],
]

// The entries of a history, which come newest first, as points in order of time.
function valuationPoints(entries: ValuationsFragment['nodes']): ChartPoint[] {
  return entries.toReversed().map(({ valuedAt, value }) => ({
    at: Date.parse(valuedAt),
    value: Number(value.amount),
    date: formatStatedDate(valuedAt),
    text: formatMoney(value),
  }))
}
