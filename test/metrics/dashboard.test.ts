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
  gateway.watchTurns({ waiting: 0, refused: 0 })
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
  panels: z.array(
    z.object({
      targets: z.array(z.object({ expr: z.string() })).min(1),
    }),
  ),
})

const dashboard = Dashboard.parse(JSON.parse(readFileSync('docs/grafana-dashboard.json', 'utf8')))
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

test('the docs have every metric, with its type', async () => {
  const types = Object.fromEntries(documented().map(({ name, type }) => [name, type]))
  expect(types).toEqual(await registered())
})

test('every metric that the dashboard queries is registered', async () => {
  const types = await registered()
  const queried = queries.flatMap((query) => query.match(/orangery_\w+/g) ?? [])
  expect(queried.length).toBeGreaterThanOrEqual(queries.length)
  const series = seriesOf(types)
  expect(queried.filter((name) => !series.includes(name))).toEqual([])
})

test('every label that the dashboard queries is one of its metrics', () => {
  const known = new Map(documented().map(({ name, labels }) => [name, labels]))
  const wrong = queries.flatMap((query) => {
    const metrics = query.match(/orangery_\w+/g) ?? []
    const accepted = metrics.flatMap((name) => known.get(name.replace(/_bucket$/, '')) ?? [])
    const compared = [...query.matchAll(/(\w+)[!=]~?=?"/g)].map(([, label]) => label)
    const grouped = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(', '),
    )
    const ofPrometheus = ['job', 'instance', 'le']
    return [...compared, ...grouped].filter(
      (label) => !accepted.includes(label) && !ofPrometheus.includes(label ?? ''),
    )
  })
  expect(wrong).toEqual([])
})

const FILE = 'deploy/prometheus-rules.yml'

const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Orangery\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+m$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string().regex(/\.$/) }),
        }),
      ),
    }),
  ),
})

const rules = Rules.parse(parse(readFileSync(FILE, 'utf8'))).groups.flatMap(({ rules }) => rules)

test('every metric of an alarm is registered, and its labels are documented', async () => {
  const series = seriesOf(await registered())
  const labels = new Map(documented().map(({ name, labels }) => [name, labels]))
  for (const { alert, expr } of rules) {
    const selected = [...expr.matchAll(/\b(orangery_\w+)(?:\{([^}]*)\})?/g)]
    if (alert !== 'OrangeryDown') expect([alert, selected.length > 0]).toEqual([alert, true])
    for (const [, name = '', matchers = ''] of selected) {
      expect(series).toContain(name)
      const known = labels.get(name.replace(/_(bucket|count|sum)$/, '')) ?? []
      for (const [, label] of matchers.matchAll(/(\w+)\s*[!=]/g))
        expect([...known, 'le'], `${alert}: ${label}`).toContain(label)
    }
  }
})

test('the docs have every alarm once, and no other', () => {
  const rows = readFileSync('docs/operations.md', 'utf8').matchAll(/^\| `(Orangery\w+)` \|/gm)
  expect([...rows].map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert))
})
