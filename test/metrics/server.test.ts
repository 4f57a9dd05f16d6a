import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMetricsServer } from '../../src/metrics/metrics-server.ts'
import { listen, stop } from '../support/listen.ts'

let reads = 0
let read = async () => 'a_total 1\n'
const server = createMetricsServer(
  () => {
    reads++
    return read()
  },
  pino({ level: 'silent' }),
)
let port = 0
let url = ''

beforeEach(async () => {
  reads = 0
  ;({ port, url } = await listen(server))
})
afterEach(() => stop(server))

test('GET and HEAD of /metrics have the text format', async () => {
  for (const path of ['/metrics', '/metrics?name=a']) {
    const response = await fetch(url + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.text()).toBe('a_total 1\n')
  }
  const head = await fetch(`${url}/metrics`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test.each([
  ['GET', '/'],
  ['GET', '/metrics/'],
  ['GET', '//metrics'],
  ['POST', '/metrics'],
  ['OPTIONS', '/metrics'],
])('%s %s is 404, and reads nothing', async (method, path) => {
  const response = await fetch(url + path, { method })
  const text = 'Not found. The metrics are at GET /metrics.\n'
  expect([response.status, await response.text(), reads]).toEqual([404, text, 0])
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
})

test('CONNECT gets no tunnel', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write('CONNECT example.com:80 HTTP/1.1\r\nHost: example.com:80\r\n\r\n')
  let answer = ''
  socket.on('data', (text) => {
    answer += text
  })
  await once(socket, 'close')
  expect(answer).toBe('')
})

test('a body is not read: the connection ends', async () => {
  const response = await fetch(`${url}/metrics`, { method: 'POST', body: 'x'.repeat(1000) })
  expect([response.status, response.headers.get('Connection')]).toEqual([404, 'close'])
})

test('many at the same time are one reading', async () => {
  let finish = () => {}
  read = () =>
    new Promise((resolve) => {
      finish = () => resolve('b 2\n')
    })
  const all = Promise.all(Array.from({ length: 10 }, () => fetch(`${url}/metrics`)))
  await expect
    .poll(() => new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n))))
    .toBe(10)
  await expect.poll(() => reads).toBe(1)
  finish()
  expect((await all).map(({ status }) => status)).toEqual(new Array(10).fill(200))
  expect(reads).toBe(1)
})

test('a reading that fails is a 500 without a reason, and the next one is read anew', async () => {
  read = () => Promise.reject(new Error('canary'))
  const failed = await fetch(`${url}/metrics`)
  const text = 'The metrics could not be read: see the log.\n'
  expect([failed.status, await failed.text()]).toEqual([500, text])
  read = async () => 'c 3\n'
  expect(await (await fetch(`${url}/metrics`)).text()).toBe('c 3\n')
})
