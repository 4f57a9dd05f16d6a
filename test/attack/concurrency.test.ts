import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StartedGateway, startGateway } from './server.ts'

let gateway: StartedGateway

beforeAll(async () => {
  gateway = await startGateway()
}, 120_000)
afterAll(() => gateway.stop())

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A connection on which these bytes were sent, and which stays open. */
async function send(bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await new Promise((resolve) => socket.write(bytes, resolve))
  return socket
}

/** The beginning of a GraphQL request whose body never comes. */
const unfinished = (key: string) =>
  `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`

async function ask(key: string, path = '/api/v1/none') {
  const started = performance.now()
  const headers = { Authorization: `Bearer ${key}`, 'X-Service-Version': '2024-01-01' }
  const response = await fetch(gateway.url + path, { headers })
  const text = await response.text()
  const milliseconds = performance.now() - started
  return { status: response.status, headers: response.headers, text, milliseconds }
}

describe('one key that holds all its slots', () => {
  test('waits for another one a second, and is then refused, over REST as well', async () => {
    const { sandboxKey, productionKey } = gateway.demo
    const held = await Promise.all(Array.from({ length: 16 }, () => send(unfinished(sandboxKey))))
    await sleep(300)
    const [refused, served] = await Promise.all([ask(sandboxKey), ask(productionKey)])
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.text).error).toMatchObject({
      type: 'rate_limit_error',
      code: 'too_many_concurrent_requests',
    })
    expect(refused.headers.get('Retry-After')).toBe('1')
    expect(refused.headers.get('X-RateLimit-Limit')).toBe('100')
    expect(refused.milliseconds).toBeGreaterThan(900)
    expect(refused.milliseconds).toBeLessThan(3_000)
    expect(served.status).toBe(404)
    expect(served.milliseconds).toBeLessThan(900)

    const waiting = ask(sandboxKey)
    await sleep(200)
    for (const socket of held) socket.destroy()
    expect((await waiting).status).toBe(404)
  })

  test('has them back when a connection is cut that had many requests ahead', async () => {
    const { productionKey, clients } = gateway.demo
    const get = `GET /api/v1/assets?page_size=100&client_id=${clients.ashdown} HTTP/1.1\r\nHost: x\r\nX-Service-Version: 2024-01-01\r\nAuthorization: Bearer ${productionKey}\r\n\r\n`
    for (let i = 0; i < 4; i++) {
      const socket = await send(get.repeat(30))
      await sleep(30)
      socket.resetAndDestroy()
    }
    await sleep(1_500)
    const held = await Promise.all(
      Array.from({ length: 15 }, () => send(unfinished(productionKey))),
    )
    await sleep(300)
    expect((await ask(productionKey)).status).toBe(404)
    for (const socket of held) socket.destroy()
    const lines = gateway
      .log()
      .filter(({ msg, path }) => msg === 'request' && path === '/api/v1/assets')
    expect(lines.length).toBeGreaterThan(30)
  })
})

test('a sandbox key with heavy requests does not starve another key', async () => {
  const { orangery, demo } = gateway
  const firm = await orangery('firm', 'create', '--name', 'Heavy', '--plan', 'enterprise')
  const terms = [
    '--firm',
    firm.id ?? '',
    '--environment',
    'sandbox',
    '--scopes',
    'verification,estate,valuation',
  ]
  const key = await orangery('key', 'create', '--name', 'heavy', ...terms)
  await orangery(
    'grant',
    'create',
    '--key',
    key.id ?? '',
    '--client',
    demo.clients.testwell,
    '--scopes',
    'verification,estate,valuation',
  )
  const heavy = (i: number) =>
    ask(
      key.secret ?? '',
      `/api/v1/assets?page_size=100&page=${1 + (i % 4)}&include=valuations&client_id=${demo.clients.testwell}`,
    )
  const flood = Promise.all(Array.from({ length: 200 }, (_, i) => heavy(i)))
  const times: number[] = []
  for (let i = 0; i < 20; i++) {
    const reply = await ask(
      demo.productionKey,
      `/api/v1/portfolio/summary?client_id=${demo.clients.ashdown}`,
    )
    expect(reply.status).toBe(200)
    times.push(reply.milliseconds)
  }
  const statuses = (await flood).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(Math.max(...times)).toBeLessThan(3_000)
})
