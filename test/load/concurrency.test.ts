import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Concurrency, type Release } from '../../src/load/concurrency.ts'

let concurrency: Concurrency

beforeEach(() => {
  vi.useFakeTimers()
  concurrency = new Concurrency({ running: 2, waiting: 3, waitMs: 1_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const TOO_MANY = { code: 'too_many_concurrent_requests', headers: { 'Retry-After': '1' } }

async function fill(subject = 'key'): Promise<Release[]> {
  return Promise.all([concurrency.acquire(subject), concurrency.acquire(subject)])
}

test('the slots of a subject are taken at once while some are free', async () => {
  expect(await fill()).toHaveLength(2)
})

test('the slots of a subject are given to waiting requests in order of arrival', async () => {
  const [release] = await fill()
  const order: number[] = []
  const waiting = [1, 2].map((i) => concurrency.acquire('key').then(() => order.push(i)))
  release?.()
  await waiting[0]
  expect(order).toEqual([1])
})

test('the slots of a subject are waited for at most a second', async () => {
  await fill()
  const acquired = concurrency.acquire('key')
  const rejected = expect(acquired).rejects.toMatchObject(TOO_MANY)
  await vi.advanceTimersByTimeAsync(1_000)
  await rejected
})

test('the slots of a subject are waited for by a limited number of requests', async () => {
  await fill()
  const waiting = [1, 2, 3].map(() => concurrency.acquire('key').catch(() => {}))
  await expect(concurrency.acquire('key')).rejects.toMatchObject(TOO_MANY)
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all(waiting)
})

test('the slots of a subject are not reserved for a request that stopped waiting', async () => {
  const [first, second] = await fill()
  const acquired = concurrency.acquire('key').catch(() => null)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await acquired).toBeNull()
  first?.()
  second?.()
  expect(await fill()).toHaveLength(2)
})

test('the slots of a subject are freed only once if they are released twice', async () => {
  const [release] = await fill()
  release?.()
  release?.()
  await concurrency.acquire('key')
  const acquired = concurrency.acquire('key')
  const rejected = expect(acquired).rejects.toMatchObject(TOO_MANY)
  await vi.advanceTimersByTimeAsync(1_000)
  await rejected
})

test('the slots of a subject are separate from those of other subjects', async () => {
  await fill()
  expect(await fill('another')).toHaveLength(2)
})
