import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newDataDir, newMigratedCluster, removeFolders } from '../database/data-folder.ts'
import { ends, serverPid } from '../database/server-pid.ts'
import { headersOf } from '../support/gateway.ts'
import { listen } from '../support/listen.ts'
import { startCollector } from '../tracing/collector.ts'
import { newDemoDir } from './demo-folder.ts'
import { GatewayProcess, NO_REDIS } from './process.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }
let dataDir = ''
let token = ''

function start(environment: Record<string, string> = {}): GatewayProcess {
  const gateway = new GatewayProcess({ DATA_DIR: dataDir, ...environment })
  onTestFinished(async () => void (await gateway.stop('SIGKILL')))
  return gateway
}

async function openRequest(url: string) {
  const headers = { ...headersOf(token), ...JSON_TYPE }
  const call = request(`${url}/plants`, { method: 'POST', headers })
  const response = once(call, 'response')
  const id = Math.floor(Math.random() * 1e9)
  call.write(`{"id":${id},`)
  // The reply to this request shows that the first one has reached the gateway.
  await fetch(`${url}/healthz`)
  return { response, finish: () => call.end('"name":"Fern"}') }
}

beforeAll(async () => {
  const { demo, ...made } = await newDemoDir()
  dataDir = made.dataDir
  token = demo.accessToken
})

afterAll(removeFolders)

describe('a gateway that is stopped', () => {
  test('finishes requests under way, accepts no others, and stops its database', async () => {
    const gateway = start()
    const url = await gateway.url()
    const pid = serverPid(dataDir)
    const { finish, response } = await openRequest(url)
    const stopped = gateway.stop()
    await gateway.waitForOutput(/"stopping"/)
    const ask = () => fetch(`${url}/healthz`).catch(() => 'refused')
    await expect.poll(ask).toBe('refused')
    finish()
    expect((await response)[0].statusCode).toBe(200)
    expect(await stopped).toMatchObject({ code: 0, err: '' })
    expect(serverPid(dataDir)).toBeUndefined()
    expect(await ends(pid ?? 0)).toBe(true)
  })

  test.each([
    ['/plants', '{"id":987654321,', '"name":"Fern"}'],
    ['/graphql', '{"query":', '"{viewer{kind}}"}'],
    // Rejected before its body arrives.
    ['/none', '{', '}'],
  ])('without a grace ends the connection with each response: %s', async (path, begin, rest) => {
    const gateway = start()
    const { hostname, port } = new URL(await gateway.url())
    const socket = connect(Number(port), hostname)
    const closed = once(socket, 'close')
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    const headers = { Host: 'x', ...headersOf(token), ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const chunk = (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${chunk(begin)}`)
    await fetch(`${await gateway.url()}/healthz`)
    const stopped = gateway.stop()
    await gateway.waitForOutput(/"stopping"/)
    socket.write(`${chunk(rest)}0\r\n\r\n`)
    await closed
    expect(text).toMatch(path === '/none' ? /^HTTP\/1.1 404 / : /^HTTP\/1.1 200 /)
    expect(text).toMatch(/\r\nConnection: close\r\n/i)
    expect(await stopped).toMatchObject({ code: 0, err: '' })
  })

  test('while it starts ends, and so does its database', async () => {
    const early = start()
    await early.waitForOutput(/embedded database/)
    expect(await early.stop()).toMatchObject({ code: 0, err: '' })
    expect(serverPid(dataDir)).toBeUndefined()

    const empty = newDataDir()
    const loading = start({ DATA_DIR: empty })
    await loading.waitForOutput(/loading demo/)
    expect(await loading.stop('SIGINT')).toMatchObject({ code: 0, err: '' })
    expect(serverPid(empty)).toBeUndefined()
  })

  test('serves until the grace ends: not ready, and each response ends its connection', async () => {
    const gateway = start({ DRAIN_GRACE_MS: '3000' })
    const url = await gateway.url()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async (path: string) => {
      const [response] = await once(request(url + path, { agent }).end(), 'response')
      response.resume()
      await once(response, 'end')
      return [response.statusCode, response.headers.connection]
    }
    expect(await ask('/readyz')).toEqual([200, 'keep-alive'])
    const stopped = gateway.stop()
    await gateway.waitForOutput(/"stopping"/)
    // The first of these comes over the connection from before.
    expect(await ask('/plants')).toEqual([401, 'close'])
    expect(await ask('/readyz')).toEqual([503, 'close'])
    expect(await stopped).toMatchObject({ code: 0, err: '' })
    agent.destroy()
  })

  test('by a second signal later waits for no request, and stops its database', async () => {
    // The grace outlasts the limit of a test. Waiting for its end fails the test.
    const gateway = start({ DRAIN_GRACE_MS: '300000' })
    const url = await gateway.url()
    const { response } = await openRequest(url)
    const lost = expect(response).rejects.toThrow('hang up')
    const stopped = gateway.stop()
    await gateway.waitForOutput(/"stopping"/)
    await sleep(600)
    gateway.child.kill('SIGTERM')
    await lost
    expect(await stopped).toMatchObject({ code: 0, err: '' })
    expect(serverPid(dataDir)).toBeUndefined()
  })
})

test('a gateway without a demo loads none, and prints no secret', async () => {
  const gateway = start({ DATA_DIR: newDataDir(), DEMO: 'off' })
  const url = await gateway.url()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  // Long enough for loading a demo to begin.
  await sleep(1_500)
  expect(gateway.out).not.toMatch(/demo|sk_live_|sk_test_|pat_|Sign in/)
  expect(await gateway.stop()).toMatchObject({ code: 0, err: '' })
})

test('a gateway that cannot start because its port is in use reports this in one line, and leaves no database server behind', async () => {
  const other = createServer()
  const { port } = await listen(other)
  const { code, err } = await start({ PORT: `${port}` }).ended
  other.close()
  const lines = [expect.stringMatching(`127.0.0.1:${port}.*EADDRINUSE.*PORT`)]
  expect([code, err.trimEnd().split('\n')]).toEqual([1, lines])
  expect(serverPid(dataDir)).toBeUndefined()
})

const WATCH = `--import=${join(import.meta.dirname, 'graphql-mode.js')}`

async function modes(environment: Record<string, string>): Promise<string[]> {
  const DATA_DIR = await newMigratedCluster()
  const gateway = new GatewayProcess({ DATA_DIR, DEMO: 'off', NODE_OPTIONS: WATCH, ...environment })
  await gateway.url()
  const { out } = await gateway.stop()
  return [...out.matchAll(/^graphql: (\w+)$/gm)].map(([, mode = '']) => mode)
}

test('a gateway and its workers run in the mode of production, unless NODE_ENV says otherwise', async () => {
  const [plain, development, workers] = await Promise.all([
    modes({ NODE_ENV: '' }),
    modes({ NODE_ENV: 'development' }),
    modes({ WEB_CONCURRENCY: '2', REDIS_URL: NO_REDIS }),
  ])
  expect(plain).toEqual(['production'])
  expect(development).toEqual(['development'])
  expect(new Set(workers)).toEqual(new Set(['production']))
})

test('a gateway that traces sends what waits when it stops, and logs no header', async () => {
  const collector = await startCollector()
  const gateway = start({
    ...{ DATA_DIR: await newMigratedCluster(), DEMO: 'off' },
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=collector-secret',
  })
  await fetch(`${await gateway.url()}/plants`)
  const { code, out } = await gateway.stop()
  collector.close()
  expect(code).toBe(0)
  expect(collector.spans.map(({ name }) => name)).toContain('GET /plants')
  expect(collector.requests[0]?.headers['x-key']).toBe('collector-secret')
  expect(out).not.toContain('collector-secret')
})
