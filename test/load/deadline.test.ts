import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import express from 'express'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginRequest } from '../../src/http/begin-request.ts'
import { readBody } from '../../src/http/body.ts'
import { limitTime } from '../../src/load/deadline.ts'
import { testServer } from '../support/listen.ts'

const LIMIT_MS = 100
const rejected: string[] = []
const late: string[] = []
let finishLate = () => {}
let begun = 0
let ended = 0
let endsInTime = true
let closed = 0

// Time passes where a test says so.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterAll(() => void vi.useRealTimers())

const app = express()
app.use(beginRequest(() => new Date(), {}, pino({ level: 'silent' })))
app.use(
  limitTime(LIMIT_MS, (response, error) => {
    rejected.push(error.code)
    response.status(error.status).set(error.headers).end()
  }),
)
app.use((_request, response, next) => {
  begun++
  response.on('close', () => closed++)
  next()
})
app.get('/late', async (_request, response) => {
  await new Promise<void>((resolve) => {
    finishLate = resolve
  })
  response.setHeader('X-Late', 'yes')
  response.end('late')
})
app.get('/change', async (_request, response) => {
  await new Promise<void>((resolve) => {
    response.locals.deadline.endWork = () => {
      ended++
      if (endsInTime) resolve()
      return true
    }
  })
  response.end('done')
})
app.get('/soon', (_request, response) => void response.end('soon'))
app.post('/body', async (_request, response) => {
  response.end(await response.locals.deadline.exclude(readBody(response, 1_000)))
})
const noteLate: express.ErrorRequestHandler = (thrown, _request, response, _next) => {
  late.push(`${thrown.code} ${response.locals.deadline.isPast}`)
}
app.use(noteLate)
const server = testServer(createServer(app))

beforeEach(() => {
  rejected.length = 0
  begun = ended = closed = 0
})

const url = (path: string) => server.url + path

test('a request past the deadline gets 503, and what its work comes to later is dropped', async () => {
  const fetched = fetch(url('/late'))
  await expect.poll(() => begun).toBe(1)
  vi.advanceTimersByTime(LIMIT_MS)
  const reply = await fetched
  expect([reply.status, reply.headers.get('Retry-After')]).toEqual([503, '2'])
  finishLate()
  await expect.poll(() => late).toEqual(['ERR_HTTP_HEADERS_SENT true'])
  expect(await (await fetch(url('/soon'))).text()).toBe('soon')
  expect(rejected).toEqual(['service_unavailable'])
})

test('work that can say what it has done says it when the time is over, or gets 503 a little later', async () => {
  const first = fetch(url('/change'))
  await expect.poll(() => begun).toBe(1)
  vi.advanceTimersByTime(LIMIT_MS)
  expect(await (await first).text()).toBe('done')
  endsInTime = false
  const second = fetch(url('/change'))
  await expect.poll(() => begun).toBe(2)
  vi.advanceTimersByTime(LIMIT_MS)
  vi.advanceTimersByTime(2_000)
  expect((await second).status).toBe(503)
  expect([ended, rejected]).toEqual([2, ['service_unavailable']])
})

test('a request that is answered in time is not rejected later', async () => {
  expect((await fetch(url('/soon'))).status).toBe(200)
  vi.advanceTimersByTime(2 * LIMIT_MS)
  expect(rejected).toEqual([])
})

test('the time that the client takes to send the body does not count', async () => {
  const posted = send(url('/body'), { method: 'POST', headers: { 'Content-Length': 4 } })
  posted.write('ab')
  await expect.poll(() => begun).toBe(1)
  vi.advanceTimersByTime(2 * LIMIT_MS)
  posted.end('cd')
  const [reply] = await once(posted, 'response')
  expect(reply.statusCode).toBe(200)
  reply.resume()
  expect(rejected).toEqual([])
})

test('a client that disconnects is not rejected later', async () => {
  const controller = new AbortController()
  const fetched = fetch(url('/late'), { signal: controller.signal }).catch(() => 'gone')
  await expect.poll(() => begun).toBe(1)
  controller.abort()
  expect(await fetched).toBe('gone')
  await expect.poll(() => closed).toBe(1)
  vi.advanceTimersByTime(2 * LIMIT_MS)
  expect(rejected).toEqual([])
})
