import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { documented, registered, seriesOf } from './registered.ts'

const Dashboard = z.object({
  uid: z.string(),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
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

test('each panel of the dashboard has an id and a title of its own', () => {
  const { panels } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
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

const hasTool = spawnSync('promtool', ['--version']).status === 0

// The tool is in the package `prometheus` of Debian, and no part of the image of the tests.
test.skipIf(!hasTool)('Prometheus accepts the file', () => {
  const { status, stderr } = spawnSync('promtool', ['check', 'rules', FILE], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
