import { createServer } from 'node:http'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import express, { type RequestHandler } from 'express'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { toGatewayError } from '../../src/errors.ts'
import { RequestContext } from '../../src/load/request-context.ts'
import { takeSlots, waitOutsideSlot } from '../../src/load/waiting/slot.ts'
import type { SlotLimits } from '../../src/load/waiting/slots.ts'
import { listen, stop } from '../support/listen.ts'

const closers: (() => unknown)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) close()
})

async function serve(limits: Partial<SlotLimits>, work: RequestHandler) {
  const app = express()
  app.use((_request, response, next) => {
    response.locals.requestContext = new RequestContext(undefined, '192.0.2.1', new Date())
    next()
  })
  const refuse = (response: express.Response) => void response.status(503).end()
  const { takeSlot, slots: load } = takeSlots(pino({ level: 'silent' }), refuse, {
    patienceMs: 60_000,
    ...limits,
  })
  app.use(takeSlot, work)
  const server = createServer(app)
  closers.push(() => stop(server))
  const { url } = await listen(server)
  const send = (signal: AbortSignal | null = null) =>
    fetch(url, { signal }).then(({ status }) => status)
  return { send, load }
}

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('of requests that take long, a limited number runs besides those that have their slots', async () => {
  const { open, opened } = gate()
  let started = 0
  const { send } = await serve({ running: 2, slow: 3, slotMs: 10 }, async (_request, response) => {
    started++
    await opened
    response.end()
  })
  const statuses = Promise.all(Array.from({ length: 12 }, () => send()))
  await expect.poll(() => started).toBe(5)
  await delay(200)
  expect(started).toBe(5)
  open()
  expect(await statuses).toEqual(Array(12).fill(200))
  expect(started).toBe(12)
})

test('requests whose bodies arrive at the same moment have their slots one after the other', async () => {
  const { open, opened } = gate()
  let waiting = 0
  let working = 0
  let most = 0
  const served = await serve({ running: 2 }, async (_request, response) => {
    waiting++
    await waitOutsideSlot(response.locals.requestContext, opened)
    most = Math.max(most, ++working)
    for (let i = 0; i < 5; i++) await nextTurn()
    working--
    response.end()
  })
  const statuses = Promise.all(Array.from({ length: 20 }, () => served.send()))
  await expect.poll(() => waiting).toBe(20)
  open()
  expect(await statuses).toEqual(Array(20).fill(200))
  expect([most, served.load.running]).toEqual([2, 0])
})

test('a request with several waits that end at the same moment has one slot', async () => {
  const { open, opened } = gate()
  const work = gate()
  let waiting = 0
  const served = await serve({ running: 2 }, async (_request, response) => {
    const { requestContext } = response.locals
    const isBusy = ++waiting > 1
    if (isBusy) await work.opened
    else await Promise.all([1, 2, 3].map(() => waitOutsideSlot(requestContext, opened)))
    response.end()
  })
  const first = served.send()
  await expect.poll(() => [waiting, served.load.running]).toEqual([1, 0])
  const others = [served.send(), served.send()]
  await expect.poll(() => served.load.running).toBe(2)
  open()
  await expect.poll(() => served.load.waiting).toBe(1)
  work.open()
  expect(await Promise.all([first, ...others])).toEqual([200, 200, 200])
  expect(served.load.running).toBe(0)
})

test('a request whose body arrives while all slots are taken for long is refused, and ends if its client leaves', async () => {
  const body = gate()
  const work = gate()
  const caught: string[] = []
  let count = 0
  const { send, load } = await serve(
    { running: 1, patienceMs: 400 },
    async (_request, response) => {
      const isLast = count++ === 2
      try {
        if (isLast) await work.opened
        else await waitOutsideSlot(response.locals.requestContext, body.opened)
        response.end()
      } catch (thrown) {
        caught.push(toGatewayError(thrown).code)
        response.status(503).end()
      }
    },
  )
  const leaving = new AbortController()
  const left = send(leaving.signal).catch(() => 0)
  await expect.poll(() => count).toBe(1)
  const first = send()
  await expect.poll(() => count).toBe(2)
  const last = send()
  await expect.poll(() => count).toBe(3)
  body.open()
  await expect.poll(() => load.waiting).toBe(2)
  leaving.abort()
  await expect.poll(() => load.waiting).toBe(1)
  expect([await left, await first]).toEqual([0, 503])
  work.open()
  expect(await last).toBe(200)
  // The handler of the client that left has ended first.
  expect(caught).toEqual(['too_many_concurrent_requests', 'service_unavailable'])
})

test('requests that give back their slots at once leave the event loop to others between them', async () => {
  const { open, opened } = gate()
  let loop = 0
  let isCounting = true
  const countLoops = () => {
    loop++
    if (isCounting) setImmediate(countLoops)
  }
  closers.push(() => {
    isCounting = false
  })
  const startedIn: number[] = []
  const { send, load } = await serve({ running: 1 }, async (_request, response) => {
    if (load.waiting === 0) await opened
    else {
      startedIn.push(loop)
      response.locals.requestContext.slot?.pause()
    }
    response.end()
  })
  const first = send()
  await expect.poll(() => load.running).toBe(1)
  const others = Promise.all(Array.from({ length: 20 }, () => send()))
  await expect.poll(() => load.waiting).toBe(20)
  setImmediate(countLoops)
  open()
  expect([await first, ...(await others)]).toEqual(Array(21).fill(200))
  expect(startedIn.length).toBeGreaterThanOrEqual(19)
  expect(new Set(startedIn).size).toBe(startedIn.length)
})

test('where as many wait as may, the oldest of them is refused at once', async () => {
  const { open, opened } = gate()
  const { send, load } = await serve({ running: 1, waiting: 1 }, async (_request, response) => {
    await opened
    response.end()
  })
  const sent = [send()]
  await expect.poll(() => load.running).toBe(1)
  sent.push(send())
  await expect.poll(() => load.waiting).toBe(1)
  sent.push(send())
  expect(await sent[1]).toBe(503)
  open()
  expect(await Promise.all(sent)).toEqual([200, 503, 200])
})

// Only the timers of the code under test are replaced, and `vi.waitUntil` would advance them.
test('of those that have waited too long, one is refused for six that were served', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const until = async (isMet: () => boolean) => {
    while (!isMet()) await nextTurn()
  }
  const { open, opened } = gate()
  const limits = { running: 1, patienceMs: 100, intervalMs: 1_000 }
  const { send, load } = await serve(limits, async (_request, response) => {
    await opened
    response.end()
  })
  const first = send()
  await until(() => load.running === 1)
  const waiting = Array.from({ length: 12 }, () => send())
  await until(() => load.waiting === waiting.length)
  vi.advanceTimersByTime(limits.patienceMs + 1)
  open()
  expect(await first).toBe(200)
  for (let served = 1; served < 18; served++) expect(await send()).toBe(200)
  const refusals = Array.from({ length: 4 }, () => {
    vi.advanceTimersByTime(limits.intervalMs)
    return load.refused
  })
  // 18 were served in the first interval and none in the others, which refuse one each.
  expect(refusals).toEqual([3, 4, 5, 6])
  vi.advanceTimersByTime(6 * limits.intervalMs)
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 503))
})
