import { beforeEach, expect, test } from 'vitest'
import { type PendingRequest, pendingRequest } from '../../../src/modules/usage/request.rows.ts'
import {
  addRequests,
  MAX_OF_KEY,
  removeSurplusRequests,
} from '../../../src/modules/usage/request.writes.ts'
import { MAX_OF_KIND, RequestBuffer } from '../../../src/modules/usage/request-buffer.ts'
import { countingGateway, NOON } from './recording.fixtures.ts'
import { endedRequest, requestRow } from './request-row.ts'

const { gateway, begin } = countingGateway()
const { prisma, pool } = gateway.database
let keyId = ''

beforeEach(async () => {
  keyId = (await begin()).keyId
})

/** What is stored of the key, newest first. */
async function stored() {
  await gateway.usage.flush()
  return prisma.keyRequest.findMany({ where: { keyId }, orderBy: [{ at: 'desc' }, { id: 'desc' }] })
}

const SECONDS = 1_000

test('a burst of 5,000 requests over the limit does not push out one other', async () => {
  const rows = [
    requestRow(keyId, {
      at: new Date(NOON),
      request_id: 'one',
      code: 'invalid_parameter',
      status: 400,
    }),
    ...Array.from({ length: 5_000 }, (_, n) =>
      requestRow(keyId, { at: new Date(NOON + n * SECONDS) }),
    ),
  ]
  await addRequests(pool, rows)
  await removeSurplusRequests(pool, [keyId])
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
      requestRow(keyId, { endpoint, at: new Date(NOON + n) }),
    ),
  )
  await addRequests(pool, [...rows, next])
  await removeSurplusRequests(pool, [keyId])
  const left = await stored()
  const counts = endpoints.map((each) => left.filter(({ endpoint }) => endpoint === each).length)
  expect(counts).toEqual([450, 100, 450])
  expect(await prisma.keyRequest.count({ where: { keyId: 'key_next' } })).toBe(1)
})

const requestsOf = async (buffer: RequestBuffer) => {
  const parts: PendingRequest[][] = []
  await buffer.drain(8, async (part) => void parts.push(part))
  return parts
}
const add = (buffer: RequestBuffer, path: string, code?: string) =>
  buffer.add(pendingRequest(endedRequest('key_1', path, NOON, code)))

test('the buffer keeps the newest of each kind, and gives them in parts', async () => {
  const buffer = new RequestBuffer()
  add(buffer, '/other', 'GET /x')
  for (let n = 0; n < 3 * MAX_OF_KIND + 7; n++) add(buffer, `/${n}`)
  const parts = await requestsOf(buffer)
  expect(parts.map(({ length }) => length)).toEqual([8, 8, 5])
  const paths = parts.flat().map(({ asked: { path } }) => path)
  expect(paths[0]).toBe('/other')
  expect(paths.slice(1)).toEqual(
    Array.from({ length: MAX_OF_KIND }, (_, n) => `/${2 * MAX_OF_KIND + 7 + n}`),
  )
  expect(await requestsOf(buffer)).toEqual([])
})

test('the buffer is bounded in bytes: what has no room is counted', async () => {
  const buffer = new RequestBuffer(10_000)
  for (let n = 0; n < 50; n++) add(buffer, `/${'x'.repeat(1_000)}`, `GET /${n}`)
  expect(buffer.isCrowded).toBe(true)
  const kept = (await requestsOf(buffer)).flat().length
  expect([kept, buffer.takeLost()]).toEqual([7, 43])
  add(buffer, '/y')
  expect([buffer.isCrowded, buffer.takeLost()]).toEqual([false, 0])
})

test('the buffer keeps what could not be written, and does not write the rest twice', async () => {
  const buffer = new RequestBuffer()
  for (let n = 0; n < MAX_OF_KIND; n++) add(buffer, `/${n}`)
  const written: string[] = []
  const broken = buffer.drain(8, async (part) => {
    if (written.length > 0) throw new Error('broken')
    written.push(...part.map(({ asked: { path } }) => path))
    add(buffer, '/since')
  })
  await expect(broken).rejects.toThrow('broken')
  const rest = (await requestsOf(buffer)).flat().map(({ asked: { path } }) => path)
  expect(rest).toEqual([...Array.from({ length: 12 }, (_, n) => `/${8 + n}`), '/since'])
})
