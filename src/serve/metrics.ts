import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts'
import type { WorkerMetrics } from '../metrics/worker-metrics.ts'
import { drain } from './drain.ts'
import { listen } from './listen.ts'

type Settings = Pick<Config, 'metrics'>

// The modules are loaded only where something is measured.

/** What a process that serves requests measures; undefined without METRICS_PORT. */
export async function openGatewayMetrics(
  { metrics }: Settings,
  lostLines: () => number,
): Promise<GatewayMetrics | undefined> {
  if (!metrics) return undefined
  const { createGatewayMetrics } = await import('../metrics/gateway-metrics.ts')
  return createGatewayMetrics(lostLines)
}

/** What a primary measures; undefined without METRICS_PORT. */
export async function openWorkerMetrics(
  { metrics }: Settings,
  lostLines: () => number,
): Promise<WorkerMetrics | undefined> {
  if (!metrics) return undefined
  const { WorkerMetrics } = await import('../metrics/worker-metrics.ts')
  return new WorkerMetrics(lostLines)
}

/** Serves what `read` returns on METRICS_PORT. Returns what stops it. Without METRICS_PORT it does nothing. */
export async function serveMetrics(
  { metrics: address }: Settings,
  read: () => Promise<string>,
  log: Logger,
): Promise<(forced: AbortSignal) => Promise<void>> {
  if (!address) return async () => {}
  const { createMetricsServer } = await import('../metrics/metrics-server.ts')
  const server = createMetricsServer(read, log)
  const port = await listen(server, address, 'METRICS_PORT and METRICS_HOST')
  log.info({ host: address.host, port }, 'metrics served')
  return (forced) => drain(server, { graceMs: 0, forced })
}
