import { expect, test } from 'vitest'
import type { Slice } from '../../bench/measure/slice.ts'
import type { Results } from '../../bench/report/results.ts'
import { evaluateTargets } from '../../bench/report/targets.ts'

/** The results of a run that measured nothing. */
const NOTHING: Results = { rates: [], steady: [], depths: [], limits: [], memory: [] }

/** A slice with this rate. */
function slice(perSecond: number): Slice {
  return { responses: perSecond, perSecond, p50: 1, p99: 2, cpu: { gateway: 1, database: 1 } }
}

/** The rates of one entry, a slice for each round. */
function rate(entry: string, ...slices: Slice[]) {
  return { workload: 'list', entry, server: 'floor' as const, slices }
}

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

const cold = (...slices: Slice[]) => ({
  rates: [rate('floor', slice(100), slice(200)), rate('Orangery cold', ...slices)],
})

// The ratios are those of the rounds, not of the medians: 50/100 and 300/200.
test('a ratio is the median of the ratios of the rounds', () => {
  const { value } = target('cold list ÷ floor', cold(slice(50), slice(300)))
  expect(value).toBe(1)
})

test.each([
  ['missed', 0.7],
  ['meets the requirement', 0.75],
  ['meets the requirement', 0.85],
  ['meets the goal', 0.9],
])('a rate %s at %d of the floor', (result, ratio) => {
  const results = cold(slice(100 * ratio), slice(200 * ratio))
  expect(target('cold list ÷ floor', results)).toMatchObject({ result })
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
