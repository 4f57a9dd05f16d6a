import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Concurrency } from '../../src/load/waiting/concurrency.ts'

let concurrency: Concurrency

beforeEach(() => {
  vi.useFakeTimers()
  concurrency = new Concurrency({ running: 2, waiting: 3, waitMs: 1_000 })
})
afterEach(() => void vi.useRealTimers())

const TOO_MANY = { code: 'too_many_concurrent_requests', headers: { 'Retry-After': '1' } }

async function fill(subject = 'key'): Promise<(() => void)[]> {
  return Promise.all([concurrency.acquire(subject), concurrency.acquire(subject)])
}

test('the slots of a subject are given to waiting requests in order of arrival', async () => {
  const [release] = await fill()
  const order: number[] = []
  const waiting = [1, 2].map((i) => concurrency.acquire('key').then(() => order.push(i)))
  release?.()
  await waiting[0]
  expect(order).toEqual([1])
})

test('the slots of a subject are waited for by a limited number of requests, at most a second', async () => {
  const [first, second] = await fill()
  const outcomes: unknown[] = []
  for (let i = 0; i < 4; i++) concurrency.acquire('key').catch((error) => outcomes.push(error))
  await vi.advanceTimersByTimeAsync(999)
  expect(outcomes).toMatchObject([TOO_MANY])
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomes).toMatchObject([TOO_MANY, TOO_MANY, TOO_MANY, TOO_MANY])
  // None is reserved for a request that has stopped waiting.
  first?.()
  second?.()
  expect(await fill()).toHaveLength(2)
})

test('the slots of a subject are separate from those of other subjects', async () => {
  await fill()
  expect(await fill('another')).toHaveLength(2)
})
