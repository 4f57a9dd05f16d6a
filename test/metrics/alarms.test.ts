import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { documented, registered, seriesOf } from './registered.ts'

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
