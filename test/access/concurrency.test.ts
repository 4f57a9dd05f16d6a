import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Concurrency,
  createMemoryConcurrency,
  type Release,
} from '../../src/access/concurrency.ts'

let concurrency: Concurrency

beforeEach(() => {
  vi.useFakeTimers()
  concurrency = createMemoryConcurrency({ running: 2, waiting: 3, waitMs: 1_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const REFUSED = { code: 'too_many_concurrent_requests', headers: { 'Retry-After': '1' } }

async function fill(subject = 'key'): Promise<Release[]> {
  return Promise.all([concurrency.acquire(subject), concurrency.acquire(subject)])
}

describe('the slots of a subject', () => {
  test('are taken at once while there are some', async () => {
    expect(await fill()).toHaveLength(2)
  })

  test('are waited for, and given in order of arrival', async () => {
    const [release] = await fill()
    const order: number[] = []
    const waiting = [1, 2].map((i) => concurrency.acquire('key').then(() => order.push(i)))
    release?.()
    await waiting[0]
    expect(order).toEqual([1])
  })

  test('are waited for a second and no longer', async () => {
    await fill()
    const acquired = concurrency.acquire('key')
    const refused = expect(acquired).rejects.toMatchObject(REFUSED)
    await vi.advanceTimersByTimeAsync(1_000)
    await refused
  })

  test('are waited for by so many and no more', async () => {
    await fill()
    const waiting = [1, 2, 3].map(() => concurrency.acquire('key').catch(() => {}))
    await expect(concurrency.acquire('key')).rejects.toMatchObject(REFUSED)
    await vi.advanceTimersByTimeAsync(1_000)
    await Promise.all(waiting)
  })

  test('are free for others once a wait has been given up', async () => {
    const [first, second] = await fill()
    const acquired = concurrency.acquire('key').catch(() => null)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await acquired).toBeNull()
    first?.()
    second?.()
    expect(await fill()).toHaveLength(2)
  })

  test('are freed once, however often that is said', async () => {
    const [release] = await fill()
    release?.()
    release?.()
    await concurrency.acquire('key')
    const acquired = concurrency.acquire('key')
    const refused = expect(acquired).rejects.toMatchObject(REFUSED)
    await vi.advanceTimersByTimeAsync(1_000)
    await refused
  })

  test('are its own', async () => {
    await fill()
    expect(await fill('another')).toHaveLength(2)
  })
})
