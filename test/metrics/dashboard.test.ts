import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { describeMetrics } from '../../src/docs-pages/operations-tables.ts'

function seriesNames(): string[] {
  return describeMetrics().flatMap(({ name, type }) =>
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

test('every metric that the dashboard or an alarm queries is registered', () => {
  const series = seriesNames()
  expect(queries.flatMap(metricsOf).filter((name) => !series.includes(name))).toEqual([])
  const others = queries.filter((query) => metricsOf(query).length === 0)
  expect(others.filter((query) => !/^up\{/.test(query))).toEqual([])
})

test('every label that the dashboard or an alarm queries is one of its metrics', () => {
  const known = new Map(describeMetrics().map(({ name, labelNames }) => [name, labelNames]))
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
  const rows = readFileSync('docs/operations/incidents.md', 'utf8').matchAll(
    /^\| `(Orangery\w+)` \|/gm,
  )
  expect([...rows].map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert))
})
