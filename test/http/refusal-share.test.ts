import { once } from 'node:events'
import { createServer } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import express from 'express'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { createRequestContext } from '../../src/load/request-context.ts'
import { takeTurns } from '../../src/load/turns.ts'

const limits = { running: 1, patienceMs: 100, intervalMs: 1_000 }

afterEach(() => vi.useRealTimers())

// Only the timers of the code under test are replaced: `node:http` has its own.
test('of those that have waited too long, one is refused for six that were served', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { get, hold, load, close } = await startGateway()
  const release = await hold()
  const waiting = Array.from({ length: 12 }, () => get('/waits'))
  await until(() => load.waiting === waiting.length)
  vi.advanceTimersByTime(limits.patienceMs + 1)
  release()
  for (let served = 1; served < 18; served++) expect(await get('/served')).toBe(200)
  const refusals: number[] = []
  for (let interval = 0; interval < 4; interval++) {
    vi.advanceTimersByTime(limits.intervalMs)
    refusals.push(load.refused)
  }
  // 18 were served in the first interval and none in the others, which refuse one each.
  expect(refusals).toEqual([3, 4, 5, 6])
  vi.advanceTimersByTime(6 * limits.intervalMs)
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 503))
  close()
})

// `vi.waitUntil` would advance the replaced timers.
async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) await setImmediate()
}

async function startGateway() {
  const log = pino({ enabled: false })
  const { takeTurn, load } = takeTurns(log, (response) => response.status(503).end(), limits)
  const held: (() => void)[] = []
  const app = express()
  app.use(({ url }, response, next) => {
    response.locals.requestContext = createRequestContext(url, '192.0.2.1', new Date())
    next()
  })
  app.use(takeTurn)
  app.get('/held', (_request, response) => {
    held.push(() => response.end())
  })
  app.use((_request, response) => {
    response.end()
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
  const hold = async () => {
    const response = get('/held')
    await until(() => held.length > 0)
    return () => {
      for (const end of held) end()
      return response
    }
  }
  return { get, hold, load, close: () => server.close() }
}
