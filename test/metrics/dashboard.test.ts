import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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
