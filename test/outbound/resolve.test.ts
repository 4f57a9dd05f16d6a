import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResolve } from '../../src/outbound/reach.ts'
import { testTable } from '../support/test-table.ts'

const IPV4 = 1
const OK = 0
const SERVER_FAILURE = 2
const NO_SUCH_NAME = 3
const never = new AbortController().signal
let server: Socket
let resolve = createResolve()
const asked: string[] = []

interface Answer {
  readonly code: number
  readonly addresses?: readonly (readonly number[])[]
}

/** The answer of the server for a name and a type of addresses; null: no answer at all. */
function answerTo(name: string, type: number): Answer | null {
  const isIpv4 = type === IPV4
  if (name === 'both.example.com')
    return { code: OK, addresses: [isIpv4 ? [192, 0, 2, 1] : [0x20, 1, ...Array(13).fill(0), 7]] }
  if (name === 'half.example.com')
    return isIpv4 ? { code: OK, addresses: [[192, 0, 2, 2]] } : { code: SERVER_FAILURE }
  if (name === 'none.example.com') return { code: OK }
  if (name === 'broken.example.com') return { code: SERVER_FAILURE }
  return name === 'silent.example.com' ? null : { code: NO_SUCH_NAME }
}

function nameIn(query: Buffer): { name: string; end: number } {
  const labels = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function replyTo(query: Buffer): Buffer | null {
  const { name, end } = nameIn(query)
  asked.push(name)
  const answer = answerTo(name, query.readUInt16BE(end))
  if (answer === null) return null
  const { code, addresses = [] } = answer
  const head = Buffer.from(query.subarray(0, end + 4))
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt16BE(0, 10)
  const records = addresses.map((address) =>
    Buffer.concat([
      Buffer.from([0xc0, 12]),
      query.subarray(end, end + 4),
      Buffer.from([0, 0, 0, 60, 0, address.length, ...address]),
    ]),
  )
  return Buffer.concat([head, ...records])
}

beforeAll(async () => {
  server = createSocket('udp4').bind(0, '127.0.0.1')
  await once(server, 'listening')
  server.on('message', (query, { address, port }) => {
    const reply = replyTo(query)
    if (reply) server.send(reply, port, address)
  })
  resolve = createResolve([`127.0.0.1:${server.address().port}`])
})
afterAll(() => void server.close())

testTable([
  ['both.example.com', ['192.0.2.1', '2001::7']],
  ['half.example.com', ['192.0.2.2']],
  ['none.example.com', []],
  ['unknown.example.com', []],
])('a name has its addresses of both families', async (name, addresses) => {
  expect(await resolve(name, never)).toEqual(addresses)
})

test('a name whose servers fail is no name without an address', async () => {
  await expect(resolve('broken.example.com', never)).rejects.toThrow()
})

test('a silent server is given up at the signal', async () => {
  const stop = new AbortController()
  const resolving = resolve('silent.example.com', stop.signal)
  await expect.poll(() => asked).toContain('silent.example.com')
  stop.abort()
  await expect(resolving).rejects.toThrow(/CANCELLED/)
})

test('no search domain is added to a name', async () => {
  asked.length = 0
  await resolve('intranet', never)
  expect(new Set(asked)).toEqual(new Set(['intranet']))
})
