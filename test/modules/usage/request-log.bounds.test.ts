import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { addRequests, removeSurplusRequests } from '../../../src/modules/usage/request.writes.ts'
import { MAX_OF_KEY } from '../../../src/modules/usage/stored-requests.ts'
import { UsageRecorder } from '../../../src/modules/usage/usage.recorder.ts'
import { MAX_OF_KIND, UsageBuffer } from '../../../src/modules/usage/usage-buffer.ts'
import { countingGateway, NOON } from './recording.fixtures.ts'
import { endedRequest, requestRow } from './request-row.ts'

const { gateway, of, requestsOf } = countingGateway()
const { prisma, pool } = gateway.database

const stored = () => requestsOf(of.keyId)

const SECONDS = 1_000

test('5,000 requests over the limit, or many from before the clock was set back, do not push out one other', async () => {
  const ahead = new Date(Date.now() + 7_200_000)
  const rows = [
    requestRow(of.keyId, { request_id: 'one', code: 'invalid_parameter', status: 400 }),
    ...Array.from({ length: MAX_OF_KEY }, () => requestRow(of.keyId, { at: ahead })),
    ...Array.from({ length: 5_000 }, (_, n) =>
      requestRow(of.keyId, { at: new Date(NOON + n * SECONDS) }),
    ),
  ]
  await addRequests(pool, rows)
  await removeSurplusRequests(pool, [of.keyId])
  const left = await stored()
  expect(left).toHaveLength(MAX_OF_KEY)
  expect(left.at(-1)?.requestId).toBe('one')
  expect(left[0]?.at).toEqual(new Date(NOON + 4_999 * SECONDS))
})

test('kinds share the room of a key, and another key is not touched', async () => {
  const endpoints = ['GET /a', 'GET /b', 'GET /c']
  const next = requestRow('key_next')
  const rows = endpoints.flatMap((endpoint, place) =>
    Array.from({ length: [2_000, 100, 2_000][place] ?? 0 }, (_, n) =>
      requestRow(of.keyId, { endpoint, at: new Date(NOON + n) }),
    ),
  )
  await addRequests(pool, [...rows, next])
  await removeSurplusRequests(pool, [of.keyId])
  const left = await stored()
  const counts = endpoints.map((each) => left.filter(({ endpoint }) => endpoint === each).length)
  expect(counts).toEqual([450, 100, 450])
  expect(await prisma.keyRequest.count({ where: { keyId: 'key_next' } })).toBe(1)
})

const pathsOf = (buffer: UsageBuffer) => buffer.take().requests.map(({ asked: { path } }) => path)
const add = (buffer: UsageBuffer, path: string, endpoint?: string) =>
  buffer.add(endedRequest('key_1', path, NOON + 5, endpoint))
const paths = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `/${from + n}`)

test('the buffer keeps the newest of each kind, and counts all', () => {
  const buffer = new UsageBuffer()
  add(buffer, '/other', 'GET /x')
  for (const path of paths(0, 3 * MAX_OF_KIND + 7)) add(buffer, path)
  const { tallies, requests } = buffer.take()
  expect(tallies.map(({ requests }) => requests)).toEqual([1, 3 * MAX_OF_KIND + 7])
  const kept = requests.map(({ asked: { path } }) => path)
  expect(kept).toEqual(['/other', ...paths(2 * MAX_OF_KIND + 7, MAX_OF_KIND)])
  expect(buffer.take()).toEqual({ tallies: [], requests: [] })
})

test('the buffer is bounded in bytes: what has no room is counted', () => {
  const buffer = new UsageBuffer({ bytes: 10_000 })
  for (let n = 0; n < 50; n++) add(buffer, `/${'x'.repeat(1_000)}`, `GET /${n}`)
  expect(buffer.isCrowded).toBe(true)
  const lost = { keys: 0, grants: 0, requests: 43 }
  expect([pathsOf(buffer).length, buffer.takeLost()]).toEqual([7, lost])
  add(buffer, '/y')
  expect([buffer.isCrowded, buffer.takeLost()]).toEqual([false, null])
})

test('what is given back to the buffer is older than what it has', () => {
  const buffer = new UsageBuffer()
  for (const path of paths(0, MAX_OF_KIND)) add(buffer, path)
  const waiting = buffer.take()
  buffer.add(endedRequest('key_1', '/since', NOON))
  buffer.restore(waiting)
  const last_at = new Date(NOON + 5)
  expect(buffer.take().tallies).toMatchObject([{ requests: MAX_OF_KIND + 1, last_at }])
  buffer.restore(waiting)
  add(buffer, '/since')
  expect(pathsOf(buffer)).toEqual([...paths(1, MAX_OF_KIND - 1), '/since'])
})

test('requests are written in parts, and those that are written are not written again', async () => {
  const usage = new UsageRecorder({ pool, log: pino({ level: 'silent' }) })
  for (const path of paths(0, 250)) usage.record(endedRequest(of.keyId, path, NOON, `GET ${path}`))
  const original = pool.query.bind(pool)
  const query = vi.spyOn(pool, 'query')
  let parts = 0
  query.mockImplementation((...args: Parameters<typeof original>) => {
    if (String(args[0]).includes('INTO key_requests') && ++parts === 2)
      return Promise.reject(new Error('broken'))
    return original(...args)
  })
  await usage.flush()
  expect(await stored()).toHaveLength(200)
  await usage.flush()
  const statements = query.mock.calls.flatMap(
    ([text]) => /(INTO|FROM) key_requests/.exec(String(text))?.[0] ?? [],
  )
  query.mockRestore()
  expect(statements).toEqual([...Array(3).fill('INTO key_requests'), 'FROM key_requests'])
  const written = (await stored()).map(({ endpoint }) => endpoint.slice('GET '.length))
  expect(written.sort()).toEqual(paths(0, 250).sort())
})
