import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RequestContext } from '../../src/load/request-context.ts'
import { HeavyWork } from '../../src/load/waiting/heavy-work.ts'

const noOthers = () => 0

const contextOf = (subject: string) => ({
  ...new RequestContext(undefined, '127.0.0.1', new Date()),
  charged: { subject, party: subject },
})

test('one request at a time has a turn, and callers take turns', async () => {
  const work = new HeavyWork(noOthers)
  const order: string[] = []
  const requests = ['a', 'a', 'a', 'b', 'c'].map((caller) => ({ caller, is: contextOf(caller) }))
  const done = requests.map(async ({ caller, is }) => {
    await work.enter(is)
    // It has its turn for all of its work.
    await work.enter(is)
    order.push(caller)
    await nextTurn()
    expect(order.at(-1)).toBe(caller)
    is.heavy?.leave()
    is.heavy?.leave()
  })
  await Promise.all(done)
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a'])
})

test('turns that end at once leave the event loop to others between them', async () => {
  const work = new HeavyWork(noOthers)
  let loop = 0
  const counting = () => {
    if (++loop < 1_000) setImmediate(counting)
  }
  setImmediate(counting)
  const turns = Array.from({ length: 20 }, async (_, i) => {
    const context = contextOf(`caller ${i}`)
    await work.enter(context)
    context.heavy?.leave()
    return loop
  })
  expect(new Set(await Promise.all(turns)).size).toBe(20)
})

test('a request that ends while it waits keeps nobody waiting', async () => {
  const work = new HeavyWork(noOthers)
  const [first, second, third] = [contextOf('a'), contextOf('a'), contextOf('b')]
  await work.enter(first)
  const waiting = work.enter(second)
  const last = work.enter(third)
  second.heavy?.leave()
  await expect(waiting).rejects.toMatchObject({ code: 'service_unavailable' })
  first.heavy?.leave()
  await last
})

test('the next page of a source is expected to be as its latest', () => {
  const work = new HeavyWork(noOthers)
  expect(work.isLikelyLarge('client', 100)).toBe(false)
  work.learn('client', 2 * 1024 * 1024, 10)
  expect([work.isLikelyLarge('client', 10), work.isLikelyLarge('client', 9)]).toEqual([true, false])
  work.learn('client', 100, 10)
  expect(work.isLikelyLarge('client', 100)).toBe(false)
})

const fakeTime = () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())
}

describe('a rest', () => {
  fakeTime()

  test('twice as long as a turn follows one during which others than heavy requests began', async () => {
    const work = new HeavyWork(noOthers)
    const [first, second] = [contextOf('a'), contextOf('b')]
    work.countRequest()
    await work.enter(first)
    for (let count = 0; count < 2; count++) work.countRequest()
    let hasTurn = false
    void work.enter(second).then(() => {
      hasTurn = true
    })
    vi.advanceTimersByTime(150)
    first.heavy?.leave()
    await vi.advanceTimersByTimeAsync(299)
    expect(hasTurn).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(hasTurn).toBe(true)
  })

  test('is not longer than half a second, and is left out where nobody else is served', async () => {
    const work = new HeavyWork(noOthers)
    const [first, second, third] = [contextOf('a'), contextOf('b'), contextOf('c')]
    await work.enter(first)
    vi.advanceTimersByTime(300)
    work.countRequest()
    const next = work.enter(second)
    first.heavy?.leave()
    await next
    work.countRequest()
    vi.advanceTimersByTime(5_000)
    second.heavy?.leave()
    const last = work.enter(third)
    await vi.advanceTimersByTimeAsync(500)
    await last
  })
})

test('a request with heavy work is none of those that are worked on', async () => {
  const slot = { pause: vi.fn(), resume: vi.fn() }
  const context = { ...contextOf('a'), slot }
  const place = await new HeavyWork(noOthers).enter(context)
  expect(slot.pause).toHaveBeenCalledOnce()
  place.leave()
  expect(slot.resume).not.toHaveBeenCalled()
})

describe('a pause', () => {
  fakeTime()

  async function pauseAfter(slice: number, othersInWork: () => number): Promise<number> {
    const { pause, leave } = await new HeavyWork(othersInWork).enter(contextOf('a'))
    vi.advanceTimersByTime(slice)
    const began = performance.now()
    let ended = Number.NaN
    void pause().then(() => {
      ended = performance.now()
    })
    await vi.advanceTimersByTimeAsync(200)
    leave()
    return ended - began
  }

  test('ends with the next turn of the event loop where no other request is in work', async () => {
    expect(await pauseAfter(5, noOthers)).toBe(0)
  })

  test('lasts until no other request is in work', async () => {
    const began = performance.now()
    expect(await pauseAfter(4, () => (performance.now() - began < 9 ? 1 : 0))).toBe(5)
  })

  test('is at most four times the slice, and at most 20 ms', async () => {
    const longest = [await pauseAfter(1, () => 1), await pauseAfter(3, () => 1)]
    expect([...longest, await pauseAfter(60, () => 1)]).toEqual([4, 12, 20])
  })

  test('is measured by the slice since the pause before', async () => {
    const { pause } = await new HeavyWork(() => 1).enter(contextOf('a'))
    vi.advanceTimersByTime(3)
    const first = pause()
    await vi.advanceTimersByTimeAsync(12)
    await first
    vi.advanceTimersByTime(1)
    const began = performance.now()
    const second = pause().then(() => performance.now())
    await vi.advanceTimersByTimeAsync(50)
    expect((await second) - began).toBe(4)
  })
})
