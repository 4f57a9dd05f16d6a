import { describe, expect, test } from 'vitest'
import { words } from '../support/words.ts'
import { type RawReply, sendUntilClosed, testProcess } from './server.ts'

const gateway = testProcess({ TRUST_PROXY: '1', PUBLIC_URL: 'https://gateway.example.com' })
let addresses = 0

// A new address for each request, so that no limit of an address is reached.
const from = () => `X-Forwarded-For: 192.0.2.${++addresses % 250}`
const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, ...headers, from(), '', ''].join('\r\n')
const get = (target: string, ...headers: string[]) =>
  head(`GET ${target}`, ...headers, 'Connection: close')

async function expectErrorBody(answer: RawReply, status: number, code: string) {
  expect(answer.text).not.toMatch(/\n\s+at |node_modules|\.[tj]s:\d|<html|<!DOCTYPE/i)
  expect([answer.status, answer.body]).toEqual([status, expect.stringMatching(/^\{/)])
  const { error } = JSON.parse(answer.body)
  expect(error).toMatchObject({ code, message: expect.any(String) })
  expect(answer.headers['x-request-id']).toBe(error.request_id)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  expect(answer.headers.connection).toBe('close')
  const logged = () => gateway.log().find((line) => line.request_id === error.request_id)
  await expect.poll(logged).toMatchObject({ msg: 'request', status })
}

describe('a malformed request gets an error body', () => {
  // Malformed targets and hosts are in test/http/target.test.ts, and their charges in test/http/unparsed.test.ts.
  test.each<[string, () => string, number, string]>([
    ['a host with a blank', () => get('/graphql', 'Host: a b'), 400, 'malformed_request'],
    ['no host', () => get('/healthz'), 400, 'malformed_request'],
    ['a fragment', () => get('/healthz#x', 'Host: x'), 400, 'malformed_request'],
    ['bytes past ASCII', () => get('/h\xe9althz', 'Host: x'), 400, 'malformed_request'],
    ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformed_request'],
    ['a bad header', () => get('/healthz', 'Host: x', 'a b: c'), 400, 'malformed_request'],
    [
      'a length and chunks',
      () => get('/healthz', 'Host: x', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
      400,
      'malformed_request',
    ],
    ['a target of 20 KB', () => get(`/${'a'.repeat(20_000)}`, 'Host: x'), 431, 'headers_too_large'],
    ['CONNECT', () => `CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n`, 405, 'method_not_allowed'],
  ])('%s', async (_, bytes, status, code) => {
    await expectErrorBody(await gateway.raw(bytes()), status, code)
  })

  test('an upgrade is handled as an ordinary request', async () => {
    const upgrade = ['Host: x', 'Upgrade: h2c', 'Connection: Upgrade, close']
    const answer = await gateway.raw(['GET /healthz HTTP/1.1', ...upgrade, '', ''].join('\r\n'))
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { status: 'alive' }])
  })
})

// The gateway reads on for a second before it closes the connection.
describe('a large body is rejected before it has arrived', { concurrent: true }, () => {
  const paths = words('/plants /graphql /api/auth/sign-in/email /api/v1/assets /healthz /none')
  const post = (path: string, ...headers: string[]) =>
    head(`POST ${path}`, 'Host: x', 'Content-Type: application/json', ...headers)
  const bearerOf = (path: string) => {
    const { accessToken, productionKey } = gateway.demo
    return `Authorization: Bearer ${path === '/plants' ? accessToken : productionKey}`
  }
  const credential = (path: string) =>
    ['/plants', '/api/v1/assets'].includes(path) ? [bearerOf(path)] : []
  const LONG = 'Content-Length: 200000000'

  test.each(paths)('by its declared length: %s', async (path) => {
    const answer = await gateway.raw(post(path, LONG, ...credential(path)))
    const isPlant = path === '/plants'
    expect([answer.status, answer.closed]).toEqual([isPlant ? 400 : 413, true])
    expect(answer.text).toContain(isPlant ? '"error":400' : '"body_too_large"')
    expect(answer.headers.connection).toBe('close')
  })

  test('without 100 Continue', async () => {
    const sent = post('/plants', LONG, 'Expect: 100-continue', bearerOf('/plants'))
    const answer = await gateway.raw(sent)
    expect(answer.text).toMatch(/^HTTP\/1\.1 400/)
  })

  test.each(paths)('by the bytes received: %s', async (path) => {
    const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`
    const start = post(path, 'Transfer-Encoding: chunked', bearerOf(path))
    const sent = await sendUntilClosed(gateway.url, start, chunk)
    // The bytes that the system buffers on both sides count as sent: some ten megabytes.
    expect(sent.bytes).toBeLessThan(20_000_000)
    expect(sent.text).toMatch(/^HTTP\/1\.1 (400|413|404|405|401)/)
  })
})
