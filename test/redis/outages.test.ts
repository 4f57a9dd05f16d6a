import { createServer, type Server, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../support/listen.ts'
import { hasRedis, RedisServer } from '../support/redis-server.ts'
import { admitted, closeAll, openRedis, spendAll, type TestQuota, waitForUse } from './open.ts'

const LONGER_THAN_PATIENCE_MS = 600

interface Fault {
  readonly begin: () => Promise<unknown>
  readonly end: () => Promise<unknown>
  readonly reason: RegExp
}

let redis: RedisServer

const configured = (name: string, reason: RegExp): Fault => ({
  begin: () => redis.command('CONFIG', 'SET', name, '1'),
  end: () => redis.command('CONFIG', 'SET', name, '0'),
  reason,
})
const FAULTS: Readonly<Record<string, Fault>> = {
  'a server that hangs': {
    begin: async () => redis.signal('SIGSTOP'),
    end: async () => redis.signal('SIGCONT'),
    reason: /^timeout$/,
  },
  'a killed server': {
    begin: () => redis.kill(),
    end: () => redis.start(),
    reason: /^(closed|ECONN\w+)$/,
  },
  'a read-only server': {
    begin: () => redis.command('REPLICAOF', '127.0.0.1', '1'),
    end: () => redis.command('REPLICAOF', 'NO', 'ONE'),
    reason: /^READONLY$/,
  },
  'a full server': configured('maxmemory', /^OOM$/),
  'a server that takes no writes': configured('min-replicas-to-write', /^NOREPLICAS$/),
}

beforeAll(async () => {
  if (hasRedis) redis = await RedisServer.start()
})
afterAll(() => redis?.kill())

describe.skipIf(!hasRedis).each(Object.entries(FAULTS))('%s', (_name, fault) => {
  let opened: TestQuota[]

  beforeEach(async () => {
    await redis.command('FLUSHALL')
    opened = await Promise.all([1, 2, 3].map(() => openRedis(redis.url, 3)))
  })
  afterEach(closeAll)

  test('makes each process count its share, without an error, and ends by itself', async () => {
    const quotas = opened.map(({ quota }) => quota)
    expect(admitted(await spendAll(quotas, { subject: 'before', limit: 90, times: 300 }))).toBe(90)
    await fault.begin()
    try {
      // The first spends find out.
      await spendAll(quotas, { subject: 'first', limit: 90, times: 9, parallel: 3 })
      expect(opened.map(({ redisState }) => redisState())).toMatchObject(
        opened.map(() => ({ available: false, outages: 1 })),
      )
      const during = await spendAll(quotas, { subject: 'during', limit: 90, times: 300 })
      expect(admitted(during)).toBe(90)
      expect(during[0]?.limit).toBe(30)
    } finally {
      await fault.end()
    }
    for (const each of opened) await waitForUse(each, true)
    expect(admitted(await spendAll(quotas, { subject: 'after', limit: 90, times: 300 }))).toBe(90)
    for (const { log } of opened) expectOneOutage(log, fault.reason)
  })

  test('costs the time of one operation, not of each', async () => {
    const [{ quota }] = opened as [TestQuota]
    await fault.begin()
    let waited = 0
    try {
      for (let i = 0; i < 100; i++) {
        const spent = quota.spend('key', 1_000)
        // One that waits for nothing outside of the process ends in the same turn of the event loop.
        if (await Promise.race([spent.then(() => false), nextTurn(true)])) waited++
        await spent
        await pause(5)
      }
    } finally {
      await fault.end()
    }
    await waitForUse(opened[0] as TestQuota, true)
    expect(waited).toBeLessThanOrEqual(1)
  })
})

// Other reasons can follow the first: a stopped server that continues, one that starts again.
function expectOneOutage(log: readonly string[], reason: RegExp): void {
  const lines = log.map((line) => JSON.parse(line))
  const firstWarning = lines.find(({ level }) => level === 40)
  expect(firstWarning).toMatchObject({ share: '1/3', advice: expect.any(String) })
  expect(firstWarning.reason).toMatch(reason)
  expect(lines.filter(({ msg }) => msg.startsWith('Redis in use'))).toHaveLength(2)
  expect(lines.at(-1).msg).toMatch(/^Redis in use/)
}

describe.skipIf(!hasRedis)('a quota in Redis', () => {
  afterEach(closeAll)

  test('does not take a pause of its own process for a slow server', async () => {
    const { quota, redisState } = await openRedis(redis.url)
    for (let i = 0; i < 3; i++) {
      const spends = [1, 2, 3].map(() => quota.spend('pause', 100))
      const end = performance.now() + LONGER_THAN_PATIENCE_MS
      while (performance.now() < end);
      await Promise.all(spends)
    }
    expect(redisState()).toMatchObject({ available: true, outages: 0 })
    expect((await quota.spend('pause', 100)).remaining).toBe(90)
  })

  test('gives a refund to the counter that counted', async () => {
    const opened = await openRedis(redis.url, 2)
    const { quota } = opened
    const inRedis = await quota.spend('a', 10)
    redis.signal('SIGSTOP')
    const here = [await quota.spend('a', 10), await quota.spend('a', 10)]
    await quota.refund('a', inRedis)
    await quota.refund('a', here[0] as (typeof here)[0])
    expect((await quota.spend('a', 10)).remaining).toBe(3)
    redis.signal('SIGCONT')
    await waitForUse(opened, true)
    const before = await quota.spend('a', 10, 0)
    await quota.refund('a', here[1] as (typeof here)[0])
    expect((await quota.spend('a', 10, 0)).remaining).toBe(before.remaining)
  })
})

const CLOSE = 'close'
const servers = new Set<Server>()
const sockets = new Set<Socket>()

afterEach(closeAll)
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

/** A server that writes the reply to all that it gets. Null: it writes nothing. `CLOSE`: it ends each connection. */
async function serverThatReplies(reply: string | null): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    if (reply === CLOSE) socket.end()
    else socket.on('data', () => reply !== null && socket.write(reply))
  })
  servers.add(server)
  const { port } = await listen(server)
  return `redis://canaryUser:canaryPassword@127.0.0.1:${port}/3`
}

const warnings = (log: readonly string[]) =>
  log.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)

test.each([
  ['is loading', '-LOADING Redis is loading the dataset in memory\r\n', 'LOADING'],
  ['rejects the password', '-WRONGPASS invalid username-password pair\r\n', 'WRONGPASS'],
  ['wants a password', '-NOAUTH Authentication required.\r\n', 'NOAUTH'],
  ['quotes the password', '-ERR unknown command, with args: `canaryPassword`\r\n', 'ERR'],
  ['is no Redis', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'protocol'],
  ['never answers', null, 'timeout'],
  ['ends each connection', CLOSE, 'closed'],
])('a start succeeds with a server that %s, and says so once', async (_name, reply, reason) => {
  const { quota, log, redisState } = await openRedis(await serverThatReplies(reply), 4)
  expect(admitted(await spendAll([quota], { subject: 'key', limit: 100, times: 200 }))).toBe(25)
  await expect.poll(() => warnings(log).length).toBe(1)
  expect(warnings(log)[0]).toMatchObject({ reason, share: '1/4' })
  expect(redisState()).toMatchObject({ available: false, outages: 1, reason })
  expect(log.join()).not.toMatch(/canary/)
})

test.skipIf(!hasRedis)('a start without Redis succeeds, and uses it when it is there', async () => {
  const redis = await RedisServer.start('--requirepass', 'right')
  await redis.kill()
  const opened = await openRedis(redis.url.replace('//', '//:right@'))
  expect(warnings(opened.log)).toMatchObject([{ reason: 'ECONNREFUSED', share: '1/1' }])
  await redis.start()
  await waitForUse(opened, true)
  expect((await opened.quota.spend('key', 5)).remaining).toBe(4)
  const wrong = await openRedis(redis.url.replace('//', '//:wrong@'))
  expect(warnings(wrong.log)).toMatchObject([{ reason: 'WRONGPASS' }])
  await redis.kill()
})

test('a start allows every caller at least one request, however many processes share a small limit', async () => {
  const { quota } = await openRedis('redis://127.0.0.1:1', 50)
  expect(admitted(await spendAll([quota], { subject: 'key', limit: 5, times: 9 }))).toBe(1)
})
