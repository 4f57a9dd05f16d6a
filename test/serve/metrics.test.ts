import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { newMigratedCluster, removeFolders } from '../database/data-folder.ts'
import { parseMetrics, type Samples, sumOf } from '../metrics/parse-metrics.ts'
import { hasRedis, RedisServer } from '../support/redis-server.ts'
import { GatewayProcess } from './process.ts'

const REQUESTS = 'orangery_http_requests_total'
const HEALTH = 'route="health"'

async function start(environment: Record<string, string> = {}): Promise<GatewayProcess> {
  const gateway = new GatewayProcess({
    DATA_DIR: await newMigratedCluster(),
    DEMO: 'off',
    ...environment,
  })
  onTestFinished(async () => void (await gateway.stop()))
  return gateway
}

async function metricsUrl(gateway: GatewayProcess): Promise<string> {
  const [, port] = await gateway.waitForOutput(/"port":(\d+),"msg":"metrics served"/)
  return `http://127.0.0.1:${port}/metrics`
}

const read = async (url: string): Promise<Samples> => parseMetrics(await (await fetch(url)).text())
const checks = async (url: string) => sumOf(await read(url), REQUESTS, HEALTH)

/** Sends requests on connections of their own, so that all workers serve some. */
async function check(url: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const response = await fetch(`${url}/healthz`, { headers: { Connection: 'close' } })
    await response.text()
  }
}

afterAll(removeFolders)

test('a gateway serves no metrics by default, on no port', async () => {
  const gateway = await start()
  const url = await gateway.url()
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  expect(gateway.out).not.toContain('metrics')
})

test('a gateway serves metrics on a port of their own, to this machine, and nothing else there', async () => {
  const gateway = await start({ METRICS_PORT: '0' })
  const [url, metrics] = [await gateway.url(), await metricsUrl(gateway)]
  expect(gateway.out).toContain('"host":"127.0.0.1"')
  await check(url, 3)
  expect(await checks(metrics)).toBe(3)
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  for (const path of ['/', '/healthz', '/api/v1/me', '/graphql'])
    expect((await fetch(new URL(path, metrics))).status).toBe(404)
  expect(sumOf(await read(metrics), 'orangery_database_connections_max')).toBe(10)
})

describe.skipIf(!hasRedis)('a gateway of two workers', () => {
  const servers: RedisServer[] = []
  afterAll(async () => {
    for (const server of servers) await server.kill()
  })

  async function startWorkers() {
    const redis = await RedisServer.start()
    servers.push(redis)
    const gateway = await start({ METRICS_PORT: '0', WEB_CONCURRENCY: '2', REDIS_URL: redis.url })
    return { gateway, redis, url: await gateway.url(), metrics: await metricsUrl(gateway) }
  }

  test('answers with the sum of both, and with the state of Redis', async () => {
    const { redis, url, metrics } = await startWorkers()
    await check(url, 10)
    const samples = await read(metrics)
    expect(sumOf(samples, REQUESTS, HEALTH)).toBe(10)
    expect(samples.get('orangery_workers{state="answering"}')).toBe(2)
    expect(sumOf(samples, 'orangery_database_connections_max')).toBe(20)
    expect(samples.get('orangery_redis_in_use{}')).toBe(1)
    await redis.kill()
    await expect.poll(async () => (await read(metrics)).get('orangery_redis_in_use{}')).toBe(0)
    expect(sumOf(await read(metrics), 'orangery_redis_outages_total')).toBe(2)
  })
})
