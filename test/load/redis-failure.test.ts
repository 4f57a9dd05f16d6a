import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANSWER_TICKS, withinDeadline } from '../../src/load/redis-link.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('an operation in Redis may take four ticks of 11 ms', async () => {
  const rejected = vi.fn()
  const running = withinDeadline(new Promise(() => {}), ANSWER_TICKS).catch(rejected)
  await vi.advanceTimersByTimeAsync(43)
  expect(rejected).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await running
  expect(rejected.mock.calls).toMatchObject([[{ message: 'timeout' }]])
})

test('an operation that has ended leaves no timer', async () => {
  expect(await withinDeadline(Promise.resolve(1), ANSWER_TICKS)).toBe(1)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
})
