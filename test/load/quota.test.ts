import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryQuota, type Quota, quotaError } from '../../src/load/quota.ts'
import { applied } from '../support/tables.ts'

const NOW = new Date('2026-11-20T09:30:00.250Z')
let quota: Quota

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  quota = createMemoryQuota()
})
afterEach(() => void vi.useRealTimers())

async function admitted(calls: number, limit: number, cost = 1): Promise<number> {
  const spends = Array.from({ length: calls }, () => quota.spend('key', limit, cost))
  return (await Promise.all(spends)).filter(({ exceeded }) => !exceeded).length
}

test('spending admits exactly what the limit and the cost allow, of parallel requests', async () => {
  expect(await admitted(1_000, 100)).toBe(100)
  expect((await quota.spend('another', 5)).exceeded).toBe(false)
  quota = createMemoryQuota()
  expect(await admitted(10, 100, 30)).toBe(3)
})

test('spending returns what remains, never below zero, and when the window ends', async () => {
  const resetAt = new Date(NOW.getTime() + 60_000)
  expect(await quota.spend('key', 2)).toEqual({ limit: 2, remaining: 1, resetAt, exceeded: false })
  expect(await quota.spend('key', 2)).toEqual({ limit: 2, remaining: 0, resetAt, exceeded: false })
  expect(await quota.spend('key', 2)).toEqual({ limit: 2, remaining: 0, resetAt, exceeded: true })
})

test('spending follows a limit that changes within the window', async () => {
  expect(await admitted(10, 5)).toBe(5)
  expect((await quota.spend('key', 20)).remaining).toBe(9)
})

test('the window is fixed: it ends a minute after its first request', async () => {
  await quota.spend('key', 1)
  vi.advanceTimersByTime(59_999)
  expect((await quota.spend('key', 1)).exceeded).toBe(true)
  vi.advanceTimersByTime(1)
  expect((await quota.spend('key', 1)).exceeded).toBe(false)
})

test('with more subjects than it holds: the memory holds the most recently counted ones, with their counts', async () => {
  const small = createMemoryQuota(100)
  for (let i = 0; i < 1_000; i++) {
    await small.spend('steady', 5)
    await small.spend(`subject ${i}`, 5)
  }
  expect(await small.spend('steady', 5)).toMatchObject({ exceeded: true })
  expect(await small.spend('subject 999', 5)).toMatchObject({ remaining: 3 })
  expect(await small.spend('subject 0', 5)).toMatchObject({ remaining: 4 })
})

test('with more subjects than it holds: a refund for a subject that is no longer held counts nothing', async () => {
  const small = createMemoryQuota(1)
  const spent = await small.spend('a', 5)
  await small.spend('b', 5)
  await small.refund('a', spent)
  expect(await small.spend('a', 5)).toMatchObject({ remaining: 4 })
})

test('a refund gives back the cost', async () => {
  const spent = await quota.spend('key', 10, 10)
  await quota.refund('key', spent, 4)
  expect((await quota.spend('key', 10)).remaining).toBe(3)
})

test('a refund for a window that has ended does not change the next window, begun or not', async () => {
  for (const begun of [0, 1]) {
    const spent = await quota.spend('key', 3)
    vi.advanceTimersByTime(60_000)
    expect(await admitted(begun, 3)).toBe(begun)
    await quota.refund('key', spent)
    expect(await admitted(5, 3)).toBe(3 - begun)
    vi.advanceTimersByTime(60_000)
  }
})

test('an error says after how many seconds the window ends, at least one', () => {
  const seconds = { 60000: '60', 59001: '60', 1000: '1', 1: '1', '-5': '1' }
  const retryAfter = (left: string) => {
    const resetAt = new Date(NOW.getTime() + Number(left))
    const error = quotaError({ limit: 1, remaining: 0, resetAt, exceeded: true }, NOW)
    expect(error.code).toBe('rate_limit_exceeded')
    return error.headers['Retry-After']
  }
  expect(applied(seconds, retryAfter)).toEqual(seconds)
})
