import { expect, test } from 'vitest'
import { formatTables } from '../../bench/report/table.ts'
import { NOTHING, rate, slice } from './results.ts'

function linesOf(results: Partial<typeof NOTHING>): string[] {
  return formatTables({ ...NOTHING, ...results }).split('\n')
}

test('a row has the rate, the ratio to the floor, and both processor times', () => {
  const floor = rate('list', 'floor', slice(100, 900, 1000), slice(120, 1100, 1200))
  const cold = rate('list', 'Orangery cold', slice(50, 1800, 1000), slice(60, 2200, 1200))
  const line = linesOf({ rates: [floor, cold] }).find((each) => each.includes('Orangery cold'))
  expect(line?.split(/ {2,}/)).toEqual([
    ...['list', 'Orangery cold', '55', '50–60', '0.50', '0.50–0.50', '1.0', '2.0'],
    ...['2000', '1100'],
  ])
})

test('a processor time that is not known is left empty', () => {
  const lines = linesOf({ rates: [rate('list', 'floor', slice(100, null, null))] })
  expect(lines.find((each) => each.startsWith('list'))).toMatch(/ 2\.0$/)
})

test('the statements of PostgreSQL alone have their rate and processor time', () => {
  const slices = [{ perSecond: 9000, databaseCpu: 80 }]
  const lines = linesOf({ limits: [{ statement: 'identity', slices }] })
  expect(lines).toContainEqual(expect.stringMatching(/^identity +9000 +9000–9000 +80$/))
})

test('a table without rows is left out', () => {
  const [title, ...rest] = linesOf({})
  expect(title).toBe('Targets')
  expect(rest).not.toContain('')
})
