import { afterAll, afterEach, expect, test } from 'vitest'
import { newMigratedCluster, removeFolders } from '../database/data-folder.ts'
import { startCollector } from '../tracing/collector.ts'
import { GatewayProcess } from './process.ts'

const collector = await startCollector()
const running = new Set<GatewayProcess>()

async function start(environment: Record<string, string>) {
  const DATA_DIR = await newMigratedCluster()
  const gateway = new GatewayProcess({ DATA_DIR, DEMO: 'off', ...environment })
  running.add(gateway)
  return { gateway, url: await gateway.url() }
}

const traced = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=collector-secret',
}

afterEach(async () => {
  for (const gateway of running) await gateway.stop('SIGKILL')
  running.clear()
})

afterAll(() => {
  collector.close()
  removeFolders()
})

test('a gateway that traces sends what waits when it stops, and logs no header', async () => {
  const { gateway, url } = await start(traced)
  await fetch(`${url}/plants`)
  const { code, out } = await gateway.stop()
  expect(code).toBe(0)
  expect(collector.spans.map(({ name }) => name)).toContain('GET /plants')
  expect(collector.requests[0]?.headers['x-key']).toBe('collector-secret')
  expect(out).not.toContain('collector-secret')
})
