import { readFileSync } from 'node:fs'
import { createGatewayMetrics } from '../../src/metrics/gateway-metrics.ts'
import { WorkerMetrics } from '../../src/metrics/worker-metrics.ts'

/** The metrics that a gateway of any kind registers, with their types. */
export async function registered(): Promise<Record<string, string>> {
  const gateway = createGatewayMetrics(() => 0)
  gateway.watchCaches({})
  gateway.watchPools({})
  gateway.watchRedis(() => null)
  gateway.watchTurns({ waiting: 0, refused: 0 })
  gateway.close()
  const text = (await gateway.registry.metrics()) + (await new WorkerMetrics(() => 0).read())
  return Object.fromEntries([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, ...pair]) => pair))
}

/** The rows of the table in the docs: name, type, labels. */
export function documented() {
  const rows = readFileSync('docs/operations.md', 'utf8').matchAll(
    /^\| `(orangery_\w+)` \| (\w+) \|([^|]*)\|/gm,
  )
  return [...rows].map(([, name = '', type = '', labels = '']) => ({
    name,
    type,
    labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
  }))
}

/** The names of the series of metrics of these types. */
export function seriesOf(types: Readonly<Record<string, string>>): string[] {
  return Object.entries(types).flatMap(([name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
}
