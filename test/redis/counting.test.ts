import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Quota } from '../../src/load/quota.ts'
import { createRedisQuota } from '../../src/load/redis-quota.ts'
import { hasRedis, RedisServer } from '../support/redis-server.ts'
import { admitted, closeAll, openRedis, spendAll } from './open.ts'

let redis: RedisServer

beforeAll(async () => {
  if (hasRedis) redis = await RedisServer.start()
})
afterEach(async () => {
  closeAll()
  if (hasRedis) await redis.command('FLUSHALL')
})
afterAll(() => redis?.kill())

const keys = async () =>
  String(await redis.command('KEYS', '*'))
    .split(',')
    .sort()
const windowEnds = async () =>
  Promise.all((await keys()).map((name) => redis.command('PEXPIRETIME', name)))

describe.skipIf(!hasRedis)('a quota in Redis (needs redis-server)', () => {
  test.each([1, 2, 3])('admits exactly the limit through %i quotas', async (count) => {
    const opened = await Promise.all(
      Array.from({ length: count }, () => openRedis(redis.url, count)),
    )
    const quotas = opened.map(({ quota }) => quota)
    for (const limit of [100, 1_000]) {
      const subject = `key-${limit}`
      expect(admitted(await spendAll(quotas, { subject, limit, times: 10 * limit }))).toBe(limit)
    }
    expect(opened.map(({ redisState }) => redisState()?.outages)).toEqual(opened.map(() => 0))
  })

  test('has one window for all processes, with one end', async () => {
    const [a, b] = [await openRedis(redis.url), await openRedis(redis.url)]
    const before = Date.now()
    const first = await a.quota.spend('key', 10)
    const ends = await windowEnds()
    const second = await b.quota.spend('key', 10)
    expect([first.remaining, second.remaining]).toEqual([9, 8])
    expect(await windowEnds()).toEqual(ends)
    for (const { resetAt } of [first, second])
      expect(resetAt.getTime()).toBeGreaterThan(before + 59_000)
    closeAll()
    const clients = async () =>
      String(await redis.command('CLIENT', 'LIST'))
        .trim()
        .split('\n')
    await expect.poll(clients).toHaveLength(1)
  })

  test('counts by cost, and reads with cost 0', async () => {
    const { quota } = await openRedis(redis.url)
    expect((await quota.spend('key', 100, 30)).remaining).toBe(70)
    expect((await quota.spend('key', 100, 0)).remaining).toBe(70)
    expect(await quota.spend('key', 100, 71)).toMatchObject({ remaining: 0, exceeded: true })
  })

  test('follows a limit that changes within the window', async () => {
    const { quota } = await openRedis(redis.url)
    expect(admitted(await spendAll([quota], { subject: 'key', limit: 5, times: 10 }))).toBe(5)
    expect((await quota.spend('key', 20)).remaining).toBe(9)
  })

  test('gives a refund back, to any process', async () => {
    const [a, b] = [await openRedis(redis.url), await openRedis(redis.url)]
    const spent = await a.quota.spend('key', 10, 10)
    await b.quota.refund('key', spent, 4)
    expect((await a.quota.spend('key', 10)).remaining).toBe(3)
  })

  test('stores no subject, and nothing that stays', async () => {
    const { quota } = await openRedis(redis.url)
    for (const subject of ['anonymous:192.0.2.7', 'sign-in:address:192.0.2.7', 'key_01J'])
      await quota.spend(subject, 5)
    const names = await keys()
    expect(names).toHaveLength(4)
    for (const name of names) {
      expect(name).toMatch(/^orangery:quota:[\w-]{22}$/)
      expect(Number(await redis.command('TTL', name))).toBeGreaterThan(50)
    }
  })

  test('counts from zero after FLUSHALL and SCRIPT FLUSH, without an error', async () => {
    const { quota, redisState } = await openRedis(redis.url)
    expect((await quota.spend('key', 5)).remaining).toBe(4)
    await redis.command('FLUSHALL')
    await redis.command('SCRIPT', 'FLUSH')
    const states = await spendAll([quota], { subject: 'key', limit: 5, times: 50 })
    expect(admitted(states)).toBe(5)
    expect(redisState()).toMatchObject({ available: true, outages: 0 })
  })
})

describe.skipIf(!hasRedis)('at the edge of a window (needs redis-server)', () => {
  let clients: Redis[] = []
  let quotas: Quota[] = []

  beforeAll(() => {
    const connections = Array.from({ length: 3 }, () => new Redis(redis.port, '127.0.0.1'))
    clients = connections
    quotas = connections.map((client) => createRedisQuota(client, 'x', 2))
  })
  afterAll(() => clients.forEach((client) => void client.disconnect()))

  test('each window admits exactly the limit, through three quotas', async () => {
    const limit = 200
    // How often each number of remaining requests was admitted: once in each window.
    const times = Array.from({ length: limit }, () => 0)
    const windows = () => times[limit - 1] ?? 0
    const worker = async (quota: Quota) => {
      while (windows() < 3) {
        const { remaining, exceeded } = await quota.spend('edge', limit)
        if (!exceeded) times[remaining] = (times[remaining] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: 12 }, (_, i) => worker(quotas[i % 3] as Quota)))
    // The third window has only begun.
    expect(times[0]).toBe(2)
    expect(times.filter((each) => each < 2 || each > 3)).toEqual([])
  })

  test('a refund of a window that has ended changes neither Redis nor the next window', async () => {
    const [quota] = quotas as [Quota]
    const spent = await quota.spend('late', 3)
    await expect.poll(() => redis.command('DBSIZE')).toBe(0)
    await quota.refund('late', spent)
    expect(Number(await redis.command('DBSIZE'))).toBe(0)
    await quota.spend('late', 3)
    await quota.refund('late', spent)
    expect((await quota.spend('late', 3)).remaining).toBe(1)
  })
})
