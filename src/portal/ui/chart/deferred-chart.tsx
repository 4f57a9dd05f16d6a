import { Skeleton } from '@mantine/core'
import { deferred } from '../deferred.tsx'

/** As high as the chart with its controls, so that nothing moves when it arrives. */
export const CHART_HEIGHT = 316

/** The chart of values over time in its own chunk. Pages that may show it begin to load it with their own. */
export const [ValueChart, loadChart] = deferred(
  () => import('./value-chart.tsx'),
  <Skeleton height={CHART_HEIGHT} />,
)
