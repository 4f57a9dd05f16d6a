import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { otherRequests } from '../../src/load/slices.ts'
import { WorkSlices } from '../../src/load/work-slices.ts'

const ENTRIES = 20
const ENTRY_MS = 0.4

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

async function work(slices: WorkSlices, name: string, done: string[]): Promise<void> {
  for (let entry = 0; entry < ENTRIES; entry++) {
    await slices.next()
    vi.advanceTimersByTime(ENTRY_MS)
    done.push(name)
  }
}

test('all work together gets a millisecond or so in each turn of the event loop, in order', async () => {
  const slices = new WorkSlices(otherRequests)
  const done: string[] = []
  let turns = 0
  let most = 0
  let before = 0
  const count = () => {
    turns++
    most = Math.max(most, done.length - before)
    before = done.length
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  await Promise.all(['a', 'b', 'c'].map((name) => work(slices, name, done)))
  clearImmediate(timer)
  expect(done).toHaveLength(3 * ENTRIES)
  // Three entries of 0.4 ms, and one more that began within the millisecond.
  expect(most).toBeLessThanOrEqual(4)
  expect(turns).toBeGreaterThanOrEqual((ENTRIES * 3) / 4)
  // All of them are served in rotation.
  expect(new Set(done.slice(0, 12)).size).toBe(3)
})
