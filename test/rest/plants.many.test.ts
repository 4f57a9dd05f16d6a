import { once } from 'node:events'
import { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createToken, revokeToken } from '../../src/modules/tokens/token.writes.ts'
import { isObject } from '../../src/values/json.ts'
import { testGateway } from '../support/gateway.ts'
import { testStore } from './plant-store.ts'

const MANY = 25_000
const gateway = testGateway()
const { pool } = gateway.serving
const { owner, store } = testStore(gateway)

// Names of 800 bytes: more in all than the buffers between two ends of a connection hold.
beforeAll(async () => {
  await pool.query(
    `INSERT INTO plants (owner_id, id, name, tag)
      SELECT $1, n, n || repeat('🌿', 190), repeat('🌿', 200) FROM generate_series(1, $2::int) n`,
    [owner.id, MANY],
  )
})

afterEach(() => vi.restoreAllMocks())

function countPages(): () => number {
  const query = vi.spyOn(pool, 'query')
  return () =>
    query.mock.calls.filter(([call]) => /FROM "public"."plants"/.test(textOf(call))).length
}

const textOf = (call: unknown) => (isObject(call) ? String(call.text) : '')

/** A client that has asked for all plants and reads none of them. */
async function askAndWait(bearer = owner.token): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url())
  const socket = connect(Number(port), hostname).pause()
  await once(socket, 'connect')
  socket.write(`GET /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\n\r\n`)
  return socket
}

async function settled(count: () => number): Promise<number> {
  for (let before = -1; before !== count() || before === 0; await sleep(500)) before = count()
  return count()
}

test('all plants are one valid array in order', async () => {
  const reply = await store.list()
  expect(reply.status).toBe(200)
  const numbers = reply.json.map((plant: { name: string }) => Number.parseInt(plant.name, 10))
  expect(numbers).toEqual(Array.from({ length: MANY }, (_, at) => at + 1))
})

test('a limit ends the list in the middle of a page, and reads no further page', async () => {
  const pages = countPages()
  expect((await store.list('?limit=1500')).json).toHaveLength(1500)
  expect(pages()).toBe(2)
  expect((await store.list('?limit=1000')).json).toHaveLength(1000)
  expect(pages()).toBe(3)
})

test('the gateway waits for a slow client, and stops reading for one that disconnects', async () => {
  const pages = countPages()
  const warned = vi.spyOn(process, 'emitWarning')
  const end = vi.spyOn(ServerResponse.prototype, 'end')
  const socket = await askAndWait()
  const read = await settled(pages)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(MANY / 1000 - 5)
  socket.destroy()
  await expect.poll(() => end.mock.calls.length).toBe(1)
  expect(pages()).toBeLessThanOrEqual(read + 1)
  expect(gateway.log.at(-1)).toContain('"cut_off":true')
  expect(pool.idleCount).toBe(pool.totalCount)
  expect(warned).not.toHaveBeenCalled()
})

test('the list of a slow client breaks off where its access token was revoked meanwhile', async () => {
  const { prisma } = gateway.database
  const { id, secret: own } = await createToken(operator(prisma), { userId: owner.id })
  const pages = countPages()
  const socket = await askAndWait(own)
  const read = await settled(pages)
  await revokeToken(operator(prisma), { tokenId: id })
  let text = ''
  socket
    .setEncoding('utf8')
    .resume()
    .on('data', (part) => {
      text += part
    })
  await once(socket, 'close')
  expect(text).toMatch(/^HTTP\/1\.1 200/)
  expect(text).not.toContain(']')
  expect(pages()).toBeLessThanOrEqual(read + 1)
})

test('a failure midway breaks the connection, so that a part is not taken for the whole', async () => {
  const original = pool.query.bind(pool)
  let pages = 0
  vi.spyOn(pool, 'query').mockImplementation((...call: Parameters<typeof pool.query>) => {
    if (/FROM "public"."plants"/.test(textOf(call[0])) && ++pages === 3)
      return Promise.reject(new Error('gone'))
    return original(...call)
  })
  const headers = { Authorization: `Bearer ${owner.token}` }
  const reply = await fetch(`${gateway.url()}/plants`, { headers })
  expect(reply.status).toBe(200)
  await expect(reply.text()).rejects.toThrow()
  expect(gateway.log.join('')).toContain('internal_error')
})
