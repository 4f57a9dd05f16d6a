import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { hasRedis, RedisServer } from '../support/redis-server.ts'
import { admitted, closeAll, openRedis, spendAll, waitForUse } from './open.ts'

const servers = new Set<Server>()
const sockets = new Set<Socket>()

afterEach(closeAll)
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

/** A server that answers everything with `reply`, or with nothing. */
async function serverThatReplies(reply: string | null): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.on('data', () => reply !== null && socket.write(reply))
  })
  servers.add(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
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
