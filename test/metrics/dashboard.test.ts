import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createGatewayMetrics } from '../../src/metrics/gateway-metrics.ts'
import { WorkerMetrics } from '../../src/metrics/worker-metrics.ts'

/** The metrics that a gateway of any kind registers, with their types. */
async function registered(): Promise<Record<string, string>> {
  const gateway = createGatewayMetrics(() => 0)
  gateway.watchCaches({})
  gateway.watchPools({})
  gateway.watchRedis(() => null)
  gateway.watchSlots({ waiting: 0, refused: 0 })
  gateway.close()
  const text = (await gateway.registry.metrics()) + (await new WorkerMetrics(() => 0).read())
  return Object.fromEntries([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, ...pair]) => pair))
}

/** The rows of the table in the docs: name, type, labels. */
function documented() {
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
function seriesOf(types: Readonly<Record<string, string>>): string[] {
  return Object.entries(types).flatMap(([name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
}

const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).min(1) })),
})
const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Orangery\w+$/),
          expr: z.string(),
          for: z.optional(z.string().regex(/^\d+m$/)),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string().regex(/\.$/) }),
        }),
      ),
    }),
  ),
})

const dashboard = Dashboard.parse(JSON.parse(readFileSync('docs/grafana-dashboard.json', 'utf8')))
const { groups } = Rules.parse(parse(readFileSync('deploy/prometheus-rules.yml', 'utf8')))
const rules = groups.flatMap((group) => group.rules)
const queries = [...dashboard.panels.flatMap(({ targets }) => targets), ...rules].map(
  ({ expr }) => expr,
)
const metricsOf = (query: string) => query.match(/orangery_\w+/g) ?? []

test('the docs have every metric, with its type', async () => {
  const types = Object.fromEntries(documented().map(({ name, type }) => [name, type]))
  expect(types).toEqual(await registered())
})

test('every metric that the dashboard or an alarm queries is registered', async () => {
  const series = seriesOf(await registered())
  expect(queries.flatMap(metricsOf).filter((name) => !series.includes(name))).toEqual([])
  const others = queries.filter((query) => metricsOf(query).length === 0)
  expect(others.filter((query) => !/^up\{/.test(query))).toEqual([])
})

test('every label that the dashboard or an alarm queries is one of its metrics', () => {
  const known = new Map(documented().map(({ name, labels }) => [name, labels]))
  const ofMetric = (name: string) => known.get(name.replace(/_(bucket|count|sum)$/, '')) ?? []
  const wrong = queries.flatMap((query) => {
    const accepted = ['job', 'instance', 'le', ...metricsOf(query).flatMap(ofMetric)]
    const compared = [...query.matchAll(/(\w+)\s*[!=]~?=?"/g)].map(([, label = '']) => label)
    const grouped = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(', '),
    )
    return [...compared, ...grouped].filter((label) => !accepted.includes(label))
  })
  expect(wrong).toEqual([])
})

test('the docs have every alarm once, and no other', () => {
  const rows = readFileSync('docs/operations.md', 'utf8').matchAll(/^\| `(Orangery\w+)` \|/gm)
  expect([...rows].map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert))
})
