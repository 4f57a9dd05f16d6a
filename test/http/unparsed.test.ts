import { expect, test } from 'vitest'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { sendRaw } from '../attack/server.ts'
import { testStore } from '../rest/plant-store.ts'
import { testGateway } from '../support/gateway.ts'
import { testTable } from '../support/test-table.ts'

const quota = createMemoryQuota()
const gateway = testGateway({ quota })
const hasty = testGateway(
  { quota, database: gateway.database },
  { headersTimeout: 400, requestTimeout: 800, connectionsCheckingInterval: 50 },
)
const { owner } = testStore(gateway)

const headOf = (method: string, ...headers: string[]) =>
  [`${method} /plants HTTP/1.1`, 'Host: x', `Authorization: Bearer ${owner.token}`]
    .concat(headers, '', '')
    .join('\r\n')
const post = (...headers: string[]) => headOf('POST', ...headers)
const chunked = (body: string) => `${post('Transfer-Encoding: chunked')}${body}`
/** Half a request, to the gateway that does not wait long for the rest. */
async function sendHalf(bytes: string) {
  // A gateway that stood still for the whole limit has closed the connection before it read from it.
  for (;;) {
    const reply = await sendRaw(hasty.url(), bytes)
    if (reply.text !== '' || !reply.closed) return reply
  }
}
const statusesIn = (text: string) => text.match(/(?<=HTTP\/1\.1 )\d+/g)?.map(Number)

test.each([
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['no HTTP', '\x16\x03\x01\x02\x00\x01', 400],
  ['a line of an old HTTP', 'GET /api/v1/me\r\n\r\n', 400],
  ['another version', 'GET / HTTP/3.0\r\nHost: x\r\n\r\n', 400],
  [
    'two lengths',
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
  ],
  ['no Host', 'GET /api/v1/me HTTP/1.1\r\n\r\n', 400],
  ['two Hosts', 'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
  ['late headers', 'GET /api/v1/me HTTP/1.1\r\nHost:', 408],
  ['20 KB of headers', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', 405],
  ['an end in the headers', ['GET / HTTP/1.1\r\nHost: x\r\nB', '\0'], 400],
])('bytes that are no request have the window of their address: %s', async (_, bytes, status) => {
  const before = await quota.spend('anonymous:127.0.0.1', 100, 0)
  const { headers, ...reply } = await (status === 408
    ? sendHalf(String(bytes))
    : sendRaw(gateway.url(), bytes))
  expect([reply.status, JSON.parse(reply.body).error.type]).toEqual([
    status,
    'invalid_request_error',
  ])
  expect(headers['x-ratelimit-limit']).toBe('100')
  expect(headers['x-ratelimit-remaining']).toBe(String(before.remaining - 1))
  expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThanOrEqual(Date.now() / 1000 - 1)
  expect(headers['x-ratelimit-cost']).toBe('1')
})

// The gateway reads on for a while before it closes a connection, so they wait together.
test('a new plant whose HTTP is malformed fails with 400 in the form of its area', async () => {
  const malformed: readonly (readonly [bytes: string, said: RegExp])[] = [
    [chunked('zz\r\n'), /HTTP/],
    [chunked(`1;${'x'.repeat(20_000)}\r\n`), /chunk/],
    [`${post('Content-Length: 9')}{`, /time limit/],
    [chunked('9\r\n{'), /time limit/],
  ]
  const replies = await Promise.all(
    malformed.map(([bytes, said]) =>
      said.test('time limit') ? sendHalf(bytes) : sendRaw(gateway.url(), bytes),
    ),
  )
  for (const [i, { body, text, closed, headers }] of replies.entries()) {
    const message = expect.stringMatching(malformed[i]?.[1] ?? '')
    expect(JSON.parse(body)).toEqual({ error: 400, message })
    expect([statusesIn(text), closed]).toEqual([[400], true])
    // The window of its token, or of the address if the token was not read yet.
    expect(headers['x-ratelimit-limit']).toMatch(/^(100|1000)$/)
    const id = headers['x-request-id']
    const logged = () =>
      [...gateway.log, ...hasty.log]
        .map((line) => JSON.parse(line))
        .filter((line) => line.request_id === id)
    const line = { path: '/plants', status: 400, msg: 'request' }
    await expect.poll(logged).toEqual([expect.objectContaining(line)])
  }
})

testTable([
  ['a bad length', () => post('Content-Length: x')],
  ['20 KB of headers', () => post(`A: ${'a'.repeat(20_000)}`)],
  ['two Hosts', () => post('Host: y')],
  ['an absolute target without Host', () => 'POST http://x/plants?a HTTP/1.1\r\n\r\n'],
])(
  'a new plant whose headers are malformed fails likewise, before its token is read',
  async (_, bytes) => {
    const reply = await sendRaw(gateway.url(), bytes())
    expect(JSON.parse(reply.body)).toEqual({ error: 400, message: expect.any(String) })
    expect([reply.status, reply.headers['x-ratelimit-limit']]).toEqual([400, '100'])
  },
)

test('responses leave in the order of their requests before one that is malformed', async () => {
  const connect = 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n'
  const half = `${post('Content-Length: 9')}{`
  const before = headOf('GET').repeat(2)
  const replies = ['hello\r\n\r\n', connect, chunked('zz\r\n')].map((bytes) =>
    sendRaw(gateway.url(), before + bytes),
  )
  replies.push(sendHalf(before + half))
  for (const { text, closed } of await Promise.all(replies)) {
    const statuses = statusesIn(text) ?? []
    expect([statuses.slice(0, 2), statuses.length, closed]).toEqual([[200, 200], 3, true])
  }
})

test('responses leave in the order of their requests: the rest of a request that has its response gets none', async () => {
  const early = 'POST /plants HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'
  const { text, closed } = await sendHalf(early)
  expect([statusesIn(text)?.length, closed]).toEqual([1, true])
})

test('over the limit of an address, bytes that are no request get a 429', async () => {
  await quota.spend('anonymous:127.0.0.1', 100, 100)
  const reply = await sendRaw(gateway.url(), 'hello\r\n\r\n')
  expect([reply.status, reply.headers['x-ratelimit-remaining']]).toEqual([429, '0'])
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
})
