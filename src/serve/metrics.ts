import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts'
import type { WorkerMetrics } from '../metrics/worker-metrics.ts'
import { listen } from './listen.ts'
import { drain } from './stop.ts'

type Settings = Pick<Config, 'metrics'>

// The modules of the metrics are loaded only if METRICS_PORT is set.

/** The metrics of a process that serves requests. Undefined without METRICS_PORT. */
export async function openGatewayMetrics(
  { metrics }: Settings,
  lostLines: () => number,
): Promise<GatewayMetrics | undefined> {
  if (!metrics) return undefined
  const { createGatewayMetrics } = await import('../metrics/gateway-metrics.ts')
  return createGatewayMetrics(lostLines)
}

/** The metrics of a primary and its workers. Undefined without METRICS_PORT. */
export async function openWorkerMetrics(
  { metrics }: Settings,
  lostLines: () => number,
): Promise<WorkerMetrics | undefined> {
  if (!metrics) return undefined
  const { WorkerMetrics } = await import('../metrics/worker-metrics.ts')
  return new WorkerMetrics(lostLines)
}

/** Serves the text of `read` on METRICS_PORT, if it is set. Returns a function that stops this. */
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
