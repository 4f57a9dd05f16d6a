import { expect, test } from 'vitest'
import type { Depth } from '../../bench/measure/depth.ts'
import type { Results } from '../../bench/report/results.ts'
import { evaluateTargets } from '../../bench/report/targets.ts'
import { NOTHING, rate, slice } from './results.ts'

function target(name: string, results: Partial<Results>) {
  const found = evaluateTargets({ ...NOTHING, ...results }).find((each) => each.name === name)
  return found ?? expect.fail(`no target ${name}`)
}

test('without measurements every target is not measured', () => {
  const targets = evaluateTargets(NOTHING)
  expect(targets.length).toBeGreaterThan(10)
  for (const { value, result } of targets)
    expect({ value, result }).toEqual({ value: null, result: 'not measured' })
})

const FLOOR = [rate('list', 'floor', slice(100, 1000, 1), slice(200, 1000, 1))]
const cold = (...slices: Parameters<typeof rate>[2][]) => ({
  rates: [...FLOOR, rate('list', 'Orangery cold', ...slices)],
})

// The ratios are those of the rounds, not of the medians: 50/100 and 300/200.
test('a ratio is the median of the ratios of the rounds', () => {
  const { value } = target('cold list ÷ floor', cold(slice(50, 1, 1), slice(300, 1, 1)))
  expect(value).toBe(1)
})

test.each([
  ['missed', 0.7],
  ['meets the requirement', 0.75],
  ['meets the requirement', 0.85],
  ['meets the goal', 0.9],
])('a rate %s at %d of the floor', (result, ratio) => {
  const results = cold(slice(100 * ratio, 1, 1), slice(200 * ratio, 1, 1))
  expect(target('cold list ÷ floor', results)).toMatchObject({ result })
})

test.each([
  ['meets the goal', 650],
  ['meets the requirement', 840],
  ['missed', 850],
  ['not measured', null],
])('the processor time of a cold page %s at %d µs where the floor takes 1000', (result, used) => {
  const results = cold(slice(1, used, 1), slice(1, used, 1))
  expect(target('CPU of a cold page ÷ floor', results)).toMatchObject({ result })
})

const steady = (entry: string, p99: number) => {
  return { entry, perSecond: 200, p50: 1, p99, cpu: { gateway: null, database: null } }
}

test.each([
  ['meets the goal', 40],
  ['missed', 41],
])('the p99 of the cold list %s at %d ms where that of the floor is 40', (result, p99) => {
  const results = { steady: [steady('floor', 40), steady('Orangery cold', p99)] }
  expect(target('p99 of the cold list at 200/s ÷ floor', results)).toMatchObject({ result })
})

test.each([
  ['meets the goal', 12],
  ['meets the requirement', 20],
  ['missed', 21],
])('the middle page of a long delta %s at %d ms where a full page takes 10', (result, delta) => {
  const depth = (probe: string, median: number): Depth => {
    return { probe, server: 'orangery-cold', medians: [median] }
  }
  const depths = [depth('last page by cursor', 10), depth('middle page of a long delta', delta)]
  expect(target('middle page of a long delta ÷ full page', { depths })).toMatchObject({ result })
})

test('the memory is that of the largest gateway, and of no other contender', () => {
  const of = (server: string, now: number, peak: number | null) => {
    return { server, now: now * 1e6, peak: peak && peak * 1e6 }
  }
  const memory = [of('orangery-cold', 150, 240), of('orangery', 200, 300), of('plain', 900, 900)]
  expect(target('gateway memory after the run (MB)', { memory })).toMatchObject({ value: 200 })
  expect(target('gateway memory at most (MB)', { memory })).toMatchObject({ value: 300 })
  const unknown = { memory: [of('orangery', 200, null)] }
  expect(target('gateway memory at most (MB)', unknown).result).toBe('not measured')
})
