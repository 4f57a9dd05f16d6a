import type { Registry } from 'prom-client'
import { z } from 'zod'

/** The metrics of one process at one instant, as they are sent between processes. */
export const Snapshot = z.array(
  z.object({
    name: z.string(),
    help: z.string(),
    type: z.enum(['counter', 'gauge', 'histogram']),
    aggregator: z.enum(['sum', 'min', 'max']),
    values: z.array(
      z.object({
        value: z.number(),
        labels: z.record(z.string(), z.union([z.string(), z.number()])),
        metricName: z.string().optional(),
      }),
    ),
  }),
)

export type Snapshot = z.infer<typeof Snapshot>

export async function takeSnapshot(
  registry: Pick<Registry, 'getMetricsAsJSON'>,
): Promise<Snapshot> {
  return Snapshot.parse(await registry.getMetricsAsJSON())
}

/** The part of a snapshot that stays valid after its process has ended: values that only grow. */
export function cumulativePart(snapshot: Snapshot): Snapshot {
  return snapshot.filter(({ type }) => type !== 'gauge')
}
