import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findExcess, type Unsent } from '../../src/load/unsent-responses.ts'
import { coin } from '../rest/records.ts'
import { type TestGateway, testGateway, VERSION } from '../support/gateway.ts'
import { clientWith, readerOf } from '../support/portfolio.ts'

const config = { cacheMb: 0 }
// A machine without a free core wakes this process late, but not by three quarters of this.
const STALLED_MS = 2_000
const stalling = testGateway({ config, unsentLimits: { stalledMs: STALLED_MS } })
const { database } = stalling
// More than two responses of the portfolio below, less than three.
const crowded = testGateway({
  database,
  config,
  // Nothing stalls before all of them are made, on whatever machine.
  unsentLimits: { maxBytes: 28 * 2 ** 20, intervalMs: 300, stalledMs: 600_000 },
})

const LONG = '長'.repeat(20_000)
let clientId = ''
const keys: string[] = []
const sockets: Socket[] = []

beforeAll(async () => {
  // 100 of these are a body of 12 MB, which does not fit into the buffers of a connection.
  const records = Array.from({ length: 100 }, (_, n) =>
    coin(`c${n}`, { description: LONG, notes: LONG }),
  )
  clientId = await clientWith(database, records)
  for (let n = 0; n < 2; n++) keys.push((await readerOf(database, clientId)).secret)
})

afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

async function requestUnread(gateway: TestGateway, key = '', id = 'unread'): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url())
  const socket = connect(Number(port), hostname).on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(
    `GET /api/v1/assets?client_id=${clientId}&page_size=100 HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n` +
      `Authorization: Bearer ${key}\r\nX-Service-Version: ${VERSION}\r\n\r\n`,
  )
  return socket
}

const closed = (gateway: TestGateway) =>
  gateway.log
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'the client does not read its response')
    .map(({ request_id, reason }) => `${request_id}: ${reason}`)

test('a client that reads nothing is disconnected after a while', async () => {
  const socket = await requestUnread(stalling, keys[0], 'silent')
  await expect.poll(() => closed(stalling)).toEqual(['silent: stalled'])
  socket.resume()
  await once(socket, 'close')
  expect(socket.bytesRead).toBeLessThan(12_000_000)
})

test('a client that reads nothing is not, if it reads slowly', async () => {
  const before = closed(stalling).length
  const socket = await requestUnread(stalling, keys[0], 'slow')
  for (let pause = 0; pause < 6; pause++) {
    await sleep(STALLED_MS / 4)
    socket.resume()
    await sleep(5)
    socket.pause()
  }
  expect(socket.destroyed).toBe(false)
  socket.resume()
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(12_000_000)
  expect(closed(stalling)).toHaveLength(before)
})

test('the caller with the most unsent bytes loses its oldest response', async () => {
  const [modest, greedy] = keys
  const first = await requestUnread(crowded, modest, 'modest')
  await expect.poll(() => first.bytesRead).toBeGreaterThan(0)
  for (const id of ['greedy-1', 'greedy-2', 'greedy-3']) await requestUnread(crowded, greedy, id)
  await expect
    .poll(() => closed(crowded), { timeout: 200_000 })
    .toContain('greedy-1: too many bytes')
  await sleep(700)
  expect(closed(crowded)).not.toContain('modest: too many bytes')
  first.resume()
  await expect.poll(() => first.bytesRead).toBeGreaterThan(12_000_000)
})

test('others are served meanwhile, and what is read leaves nothing behind', async () => {
  const path = `/api/v1/assets?client_id=${clientId}&page_size=10`
  expect((await crowded.request(path, { key: keys[0] ?? '' })).status).toBe(200)
  expect(closed(crowded).filter((line) => line.startsWith('modest'))).toEqual([])
})

interface Named extends Unsent {
  readonly name: string
}

function unsent(name: string, ip: string, bytes: number, subject?: string): Named {
  const charged = subject ? { subject, party: subject } : null
  return { name, writableLength: bytes, locals: { requestContext: { charged, ip, heldBytes: 0 } } }
}

const names = (found: readonly Named[]) => found.map(({ name }) => name)

test('the addresses of one network are one caller, which loses its oldest response first', () => {
  const open = [
    unsent('modest', '192.0.2.1', 50),
    unsent('first', '2001:db8:1:2::1', 40),
    unsent('second', '2001:db8:1:2::2', 40),
    unsent('third', '2001:db8:1:2:ffff::3', 40),
  ]
  expect(names(findExcess(open, 130))).toEqual(['first'])
})

test('two networks are two callers, and one key from two networks is one', () => {
  const excess = (one: string, other: string, subject?: string) => {
    const open = [
      unsent('modest', '192.0.2.1', 50),
      unsent('one', one, 40, subject),
      unsent('other', other, 40, subject),
    ]
    return names(findExcess(open, 120))
  }
  expect(excess('2001:db8:1:2::1', '2001:db8:1:3::1')).toEqual(['modest'])
  expect(excess('192.0.2.8', '192.0.2.9', 'key:one')).toEqual(['one'])
})

test('nothing is ended within the limit, nor what is sent', () => {
  const open = [unsent('sent', '192.0.2.1', 0), unsent('waiting', '192.0.2.2', 10)]
  expect(names(findExcess(open, 10))).toEqual([])
  expect(names(findExcess(open, 9))).toEqual(['waiting'])
})
