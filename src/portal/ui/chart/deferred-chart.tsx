import { Skeleton } from '@mantine/core'
import { deferred } from '../deferred.tsx'

/** As high as the chart with its controls, so that nothing moves when it arrives. */
export const CHART_HEIGHT = 316

/** The chart of values over time in its own chunk. Pages that may show it begin to load it with their own. */
export const [ChartOrTable, loadChart] = deferred(
  () => import('./chart-or-table.tsx'),
  <Skeleton height={CHART_HEIGHT} />,
)
