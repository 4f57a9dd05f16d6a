import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { testProcess } from './server.ts'

const gateway = testProcess()

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function send(bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await new Promise((resolve) => socket.write(bytes, resolve))
  return socket
}

const unfinished = (key: string) =>
  `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`

async function ask(key: string, path = '/api/v1/none') {
  const headers = { Authorization: `Bearer ${key}`, 'X-Service-Version': '2024-01-01' }
  const response = await fetch(gateway.url + path, { headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}

const hold = (count: number, key: string) =>
  Promise.all(Array.from({ length: count }, () => send(unfinished(key))))

describe('a key that uses all its slots', () => {
  test('waits a second for another slot and is then rejected, also over REST; others are served', async () => {
    const { sandboxKey, productionKey } = gateway.demo
    const held = await hold(16, sandboxKey)
    await expect.poll(async () => (await ask(sandboxKey)).status).toBe(429)
    const asked = performance.now()
    const waiting = ask(sandboxKey)
    const served = await ask(productionKey)
    const rejected = await waiting
    expect(rejected.status).toBe(429)
    expect(JSON.parse(rejected.text).error).toMatchObject({
      type: 'rate_limit_error',
      code: 'too_many_concurrent_requests',
    })
    expect(rejected.headers.get('Retry-After')).toBe('1')
    expect(rejected.headers.get('X-RateLimit-Limit')).toBe('100')
    expect(performance.now() - asked).toBeGreaterThan(900)
    expect(served.status).toBe(404)
    for (const socket of held) socket.destroy()
    await expect.poll(async () => (await ask(sandboxKey)).status).toBe(404)
  })

  test('gets them back when a connection with many pipelined requests is cut', async () => {
    const { productionKey, clients } = gateway.demo
    const get = `GET /api/v1/assets?page_size=100&client_id=${clients.ashdown} HTTP/1.1\r\nHost: x\r\nX-Service-Version: 2024-01-01\r\nAuthorization: Bearer ${productionKey}\r\n\r\n`
    for (let i = 0; i < 4; i++) {
      const socket = await send(get.repeat(30))
      await sleep(30)
      socket.resetAndDestroy()
    }
    const held = await hold(15, productionKey)
    await sleep(2_000)
    expect((await ask(productionKey)).status).toBe(404)
    for (const socket of held) socket.destroy()
  })
})

test('a sandbox key with heavy requests does not starve another key', async () => {
  const { sandboxKey, productionKey, clients } = gateway.demo
  const heavy = `/api/v1/assets?page_size=100&include=valuations&client_id=${clients.testwell}`
  const summary = `/api/v1/portfolio/summary?client_id=${clients.ashdown}`
  const flood = Promise.all(Array.from({ length: 200 }, () => ask(sandboxKey, heavy)))
  for (let i = 0; i < 20; i++) expect((await ask(productionKey, summary)).status).toBe(200)
  const statuses = new Set((await flood).map(({ status }) => status))
  expect(statuses).toContain(200)
  // Over its own limit, or the line is full for it.
  expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([])
})
