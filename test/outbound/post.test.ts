import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Line, post } from '../../src/outbound/post.ts'
import type { Outbound } from '../../src/outbound/reach.ts'
import { listen } from '../support/listen.ts'
import { makeCertificate, testReceiver } from '../support/receiver.ts'
import { testTable } from '../support/test-table.ts'

const receiver = testReceiver()
const other = testReceiver()
const never = new AbortController().signal
const send = (url = receiver.url(), outbound: Outbound = receiver.outbound(), signal = never) =>
  post(outbound, { url, headers: { 'x-test': 'yes' }, body: '{"a":"ä"}' }, signal)
const another = () => `https://another.example.com:${receiver.port()}/`
const quick = () => ({ ...receiver.outbound(), limitMs: 300 })
let raw: Server | undefined

beforeEach(() => {
  for (const each of [receiver, other]) {
    each.received.length = 0
    each.answer = (_received, response) => response.writeHead(204).end()
  }
})
afterEach(() => {
  raw?.close()
  vi.unstubAllEnvs()
})

async function rawServer(onSocket: (socket: Socket) => unknown): Promise<string> {
  raw = createServer((socket) => onSocket(socket.on('error', () => {})))
  return `https://receiver.example.com:${(await listen(raw)).port}/`
}

test('a request has the body, the headers and the path, and the status of its answer is returned', async () => {
  expect(await send(receiver.url('/a/b?c=d'))).toMatchObject({ status: 204 })
  expect(receiver.received).toMatchObject([
    { path: '/a/b?c=d', body: '{"a":"ä"}', headers: { 'x-test': 'yes', 'content-length': '10' } },
  ])
})

test('requests of a line share addresses and connections; one that was closed meanwhile is replaced', async () => {
  const ports: unknown[] = []
  receiver.answer = (_received, response) => {
    ports.push(response.socket?.remotePort)
    if (ports.length === 3) response.socket?.destroy()
    else response.writeHead(204).end()
  }
  let resolved = 0
  const resolve = async () => [`127.0.0.${++resolved}`]
  const outbound = { ...receiver.outbound(), resolve }
  const line = new Line(outbound)
  const what = { line, url: receiver.url(), headers: {}, body: '{}' }
  for (let request = 0; request < 3; request++)
    expect(await post(outbound, what, never)).toMatchObject({ status: 204 })
  line.close()
  const [first, ...others] = ports
  expect(others).toEqual([first, first, expect.not.stringMatching(String(first))])
  expect(resolved).toBe(1)
})

testTable([301, 302, 303, 307, 308])('a request follows no redirect', async (status) => {
  receiver.received.length = 0
  receiver.answer = (_received, response) =>
    response.writeHead(status, { location: other.url() }).end()
  expect(await send()).toMatchObject({ status })
  expect([receiver.received.length, other.received.length]).toEqual([1, 0])
})

test('a request uses no proxy that the environment names', async () => {
  vi.stubEnv('HTTPS_PROXY', await rawServer((socket) => socket.destroy()))
  expect(await send()).toMatchObject({ status: 204 })
})

test('of an answer that is endless a little is read', async () => {
  let written = 0
  let ended: Promise<unknown> = Promise.resolve()
  receiver.answer = (_received, response) => {
    ended = once(response, 'close')
    response.writeHead(200)
    const more = () => {
      written += 65_536
      while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536
    }
    response.on('drain', more)
    more()
  }
  expect(await send()).toMatchObject({ status: 200 })
  await ended
  // The buffers of both systems take up to this size.
  expect(written).toBeLessThan(20_000_000)
})

testTable<[string, (response: ServerResponse) => unknown]>([
  ['breaks off', (response) => response.write('x', () => response.destroy())],
  ['is slow', (response) => response.write('x')],
])('of an answer that is cut or too long the status counts', async (_, answer) => {
  receiver.answer = (_received, response) => {
    response.writeHead(200)
    answer(response)
  }
  // Long enough for a busy machine to connect: the status must come before the limit.
  const outbound = { ...receiver.outbound(), limitMs: 2_000 }
  expect(await send(receiver.url(), outbound)).toMatchObject({ status: 200 })
})

testTable([
  ['of an unknown authority', () => ({ authority: makeCertificate('other').cert })],
  ['that the system does not trust', () => ({})],
])('a receiver with a bad certificate is not trusted', async (_, replaced) => {
  const { authority: _authority, ...outbound } = receiver.outbound()
  const posted = await send(receiver.url(), { ...outbound, ...replaced() })
  expect([posted, receiver.received]).toEqual([{ failure: 'tls' }, []])
})

const answering = (answer: typeof receiver.answer, outbound = receiver.outbound()) => {
  receiver.answer = answer
  return send(receiver.url(), outbound)
}
testTable<[string, () => Promise<unknown>, failure: string]>([
  ['never answers', () => answering(() => {}, quick()), 'timeout'],
  ['says nothing', async () => send(await rawServer(() => {}), quick()), 'timeout'],
  [
    'has a name server that never answers',
    () => send(receiver.url(), { ...quick(), resolve: () => new Promise<never>(() => {}) }),
    'timeout',
  ],
  ['is down', () => send('https://receiver.example.com:1/'), 'connection'],
  [
    'closes the connection instead of an answer',
    () => answering((_received, response) => response.socket?.destroy()),
    'connection',
  ],
  [
    'has headers that are too large',
    () => answering((_, response) => response.writeHead(200, { x: 'x'.repeat(20_000) }).end()),
    'connection',
  ],
  [
    'speaks no TLS',
    async () => send(await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))),
    'tls',
  ],
  ['has a certificate for another name', () => send(another()), 'tls'],
])('a receiver that fails is told with the kind of the failure', async (_, post, failure) => {
  expect(await post()).toEqual({ failure })
})

test('a receiver is not trusted because a variable of Node turns checks off', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  expect(await send(another())).toEqual({ failure: 'tls' })
})

test('a signal ends a request that runs', async () => {
  const stop = new AbortController()
  receiver.answer = () => stop.abort()
  expect(await send(receiver.url(), receiver.outbound(), stop.signal)).toEqual({ aborted: true })
})

test('a signal that has ended already prevents it', async () => {
  const posted = await send(receiver.url(), receiver.outbound(), AbortSignal.abort())
  expect([posted, receiver.received]).toEqual([{ aborted: true }, []])
})
