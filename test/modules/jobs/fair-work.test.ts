import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FairWork } from '../../../src/modules/jobs/fair-work.ts'
import { JobHealth } from '../../../src/modules/jobs/job-health.ts'

const begun: string[] = []
const ends = new Map<string, () => void>()
let ended = 0
let aborted = false

beforeEach(() => {
  begun.length = 0
  ends.clear()
  ended = 0
  aborted = false
})
afterEach(() => {
  vi.useRealTimers()
})

function workOf(most: number, mostOfFirm: number, ofTurn = 1): FairWork {
  return new FairWork({
    health: new JobHealth('changes', pino({ enabled: false })),
    most,
    mostOfFirm,
    ofTurn,
    work: async ({ id }, signal) => {
      begun.push(id)
      await new Promise<void>((resolve) => {
        ends.set(id, resolve)
        signal.addEventListener('abort', () => {
          aborted = true
          resolve()
        })
      })
      return 'done'
    },
    onEnd: () => void ended++,
  })
}

const of = (firm: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `${firm}${i + 1}`, firmId: firm }))

async function end(id: string): Promise<void> {
  ends.get(id)?.()
  await new Promise(setImmediate)
}

test('a firm with much to do takes turns with the others, also where their work is offered later', async () => {
  const work = workOf(1, 1)
  work.offer(of('a', 40))
  work.offer([...of('a', 40), ...of('b', 2), ...of('c', 1)])
  for (const id of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(id)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('a firm with much to do counts as one firm where it is none', () => {
  const work = workOf(3, 1)
  work.offer([{ id: 'x', firmId: null }, { id: 'y', firmId: null }, ...of('a', 1)])
  expect(begun).toEqual(['x', 'a1'])
})

test('work that runs, or is due for two firms, is done once', async () => {
  const work = workOf(3, 1)
  const shared = ['a', 'b'].map((firmId) => ({ id: 'client', firmId }))
  work.offer(shared)
  work.offer(shared)
  expect(begun).toEqual(['client'])
  await end('client')
  expect([begun, ended]).toEqual([['client'], 1])
})

test('work that is not offered any more is not begun', async () => {
  const work = workOf(1, 1)
  work.offer(of('a', 3))
  work.offer(of('b', 1))
  await end('a1')
  expect(begun).toEqual(['a1', 'b1'])
})

test('work is begun no more after a stop, and aborted three seconds after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const work = workOf(1, 1)
  work.offer(of('a', 2))
  const stopped = work.stop()
  await vi.advanceTimersByTimeAsync(2_999)
  expect(aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await stopped
  expect([begun, aborted, vi.getTimerCount()]).toEqual([['a1'], true, 0])
})

test('a turn of several pieces begins whole, and lasts until all of them end', async () => {
  const work = workOf(2, 1, 2)
  work.offer([...of('a', 4), ...of('b', 1), ...of('c', 1)])
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(begun).toHaveLength(3)
  await end('a2')
  await end('c1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
})
