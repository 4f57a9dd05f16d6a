import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { UsageRecorder } from '../../../src/modules/usage/usage.recorder.ts'
import { UsageBuffer } from '../../../src/modules/usage/usage-buffer.ts'
import { testGateway } from '../../support/gateway.ts'
import { GATEWAYS } from '../../support/gateway-pair.ts'
import { clientWith, readerOf } from '../../support/portfolio.ts'
import { endedRequest } from './request-row.ts'

const NOON = Date.parse('2026-06-10T12:00:00.000Z')
let clock = NOON
const now = () => new Date(clock)
const one = testGateway({ now })
const two = testGateway({ now, database: one.database })
const { database } = one
let clientId = ''
let reader = { id: '', secret: '', grantId: '' }

beforeAll(async () => {
  clientId = await clientWith(database, [{ type: 'asset', ref: 'a', title: 'A', category: 'art' }])
  reader = await readerOf(database, clientId)
})

beforeEach(async () => {
  clock = NOON
  await one.usage.flush()
  await two.usage.flush()
  await database.pool.query('TRUNCATE key_usage, grant_usage, error_counts, key_requests')
})

const path = (rest = '') => `/api/v1/assets?client_id=${clientId}${rest}`
const read = (gateway = one, rest = '') => gateway.request(path(rest), { key: reader.secret })

/** The requests that are counted of a key, and of the read log under its grant, by all gateways. */
async function counted() {
  const { ok, refused } = await sumOf({ keyId: reader.id })
  const { _sum } = await database.prisma.grantUsage.aggregate({
    where: { grantId: reader.grantId },
    _sum: { reads: true, assets: true },
  })
  return [(ok ?? 0) + (refused ?? 0), _sum.reads ?? 0, Number(_sum.assets ?? 0)]
}

async function sumOf(where: { keyId?: string }) {
  const _sum = { ok: true, refused: true } as const
  return (await database.prisma.keyUsage.aggregate({ where, _sum }))._sum
}

async function withBrokenTables<T>(
  during: () => Promise<T>,
  table = /key_usage|grant_usage|error_counts|key_requests/,
) {
  const original = one.serving.pool.query.bind(database.pool)
  const query = vi.spyOn(one.serving.pool, 'query')
  query.mockImplementation((...args: Parameters<typeof original>) =>
    table.test(JSON.stringify(args[0])) ? Promise.reject(new Error('broken')) : original(...args),
  )
  return during().finally(() => query.mockRestore())
}

// Of two gateways each writes its own.
test.skipIf(GATEWAYS > 1)(
  'recording writes only when flushed, with one statement for the counts and one for the requests',
  async () => {
    for (let i = 0; i < 20; i++) await read(one, `&page=${i + 1}`)
    await read(one, '&no_such=1')
    expect(await counted()).toEqual([0, 0, 0])
    const query = vi.spyOn(one.serving.pool, 'query')
    await one.usage.flush()
    const tables = query.mock.calls.map(([text]) =>
      [...String(text).matchAll(/INSERT INTO (\w+)/g)].map(([, table]) => table),
    )
    expect(tables).toEqual([['key_usage', 'grant_usage', 'error_counts'], ['key_requests']])
    query.mockClear()
    await one.usage.flush()
    expect(query).not.toHaveBeenCalled()
    query.mockRestore()
    expect(await counted()).toEqual([21, 20, 1])
  },
)

test('recording is added up across gateways and flushes', async () => {
  for (const _ of [1, 2]) {
    await Promise.all([one, two, one, two, two].map((gateway) => read(gateway)))
    await Promise.all([one.usage.flush(), two.usage.flush()])
  }
  expect(await counted()).toEqual([10, 10, 10])
})

test('recording is flushed regularly after the start, and once more at the stop', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const flush = vi.spyOn(one.usage, 'flush')
    one.usage.start()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(flush).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(flush).toHaveBeenCalledTimes(1)
    await flush.mock.results[0]?.value
    await vi.advanceTimersByTimeAsync(5_000)
    expect(flush).toHaveBeenCalledTimes(2)
    flush.mockRestore()
  } finally {
    vi.useRealTimers()
  }
  await read()
  await one.usage.stop()
  expect(await counted()).toEqual([1, 1, 1])
})

test('while the database fails requests are served, and their usage is written later', async () => {
  const before = one.log.length
  await withBrokenTables(async () => {
    expect((await read()).status).toBe(200)
    await one.usage.flush()
    expect((await read()).status).toBe(200)
    await one.usage.flush()
  })
  expect(await counted()).toEqual([0, 0, 0])
  const logged = one.log.slice(before).filter((line) => line.includes('usage could not be written'))
  expect(logged).toHaveLength(GATEWAYS)
  await one.usage.flush()
  expect(await counted()).toEqual([2, 2, 2])
})

test('while only one table fails, nothing is written twice', async () => {
  for (const table of ['key_usage', 'grant_usage', 'error_counts', 'key_requests']) {
    await database.pool.query('TRUNCATE key_usage, grant_usage, error_counts, key_requests')
    await read()
    await read(one, '&no_such=1')
    await withBrokenTables(() => one.usage.flush(), new RegExp(`INTO ${table}`))
    await read()
    await one.usage.flush()
    expect(await counted(), table).toEqual([3, 2, 2])
    expect(await database.prisma.keyRequest.count()).toBe(3)
    const counts = await database.prisma.errorCount.findMany()
    expect(counts.map(({ requests }) => requests)).toEqual([1])
  }
})

test('requests are not written twice if only the removal of older ones fails', async () => {
  for (let n = 0; n < 6; n++) {
    for (let i = 0; i < 20; i++) await read(one, `&page=${i + 1}`)
    if (n < 5) await one.usage.flush()
  }
  await withBrokenTables(() => one.usage.flush(), /DELETE FROM key_requests/)
  await one.usage.flush()
  expect(await database.prisma.keyRequest.count()).toBe(120)
})

const log: string[] = []
const usage = new UsageRecorder({
  pool: one.serving.pool,
  log: pino({ base: null, timestamp: false }, { write: (line) => void log.push(line) }),
  buffer: new UsageBuffer({ tallies: 10 }),
})
const record = (i: number) => usage.record(endedRequest(`key_${i}`, '/x', clock, 'GET /x'))
const rows = () => database.prisma.keyUsage.count()

test('a half-full buffer is written early', async () => {
  for (let i = 0; i < 6; i++) record(i)
  await expect.poll(rows).toBe(6)
})

test('a full buffer drops and logs new entries, and still counts existing ones', async () => {
  await withBrokenTables(async () => {
    await usage.flush()
    record(0)
    await usage.flush()
    for (let i = 0; i < 25; i++) record(i)
    record(0)
    await usage.flush()
  })
  expect(log.at(-1)).toContain('"keys":15,"grants":0,"requests":0')
  await usage.flush()
  expect([await rows(), (await sumOf({})).ok]).toEqual([10, 12])
})

test('a row that PostgreSQL cannot store is dropped and logged, and all others are written', async () => {
  const { request, ...ended } = endedRequest('key_0', '/x', clock, 'GET /x')
  usage.record({ ...ended, request: { ...request, code: 'a\0' } })
  record(1)
  await usage.flush()
  expect(await rows()).toBe(1)
  expect(log.at(-1)).toContain('"rows":2')
})
