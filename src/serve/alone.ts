import type { Logger } from 'pino'
import { baseUrl, type Config } from '../config.ts'
import { BackgroundJobs, openConfigured, prepare } from './database.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { openGatewayMetrics, serveMetrics } from './metrics.ts'
import { closeInTime, graceFor, listenForStop } from './stop.ts'

/** Serves in this process alone. The process also runs the jobs and manages the database. */
export async function serveAlone(
  config: Config,
  log: Logger,
  lostLines: () => number,
): Promise<void> {
  const started = performance.now()
  // Listens before the embedded database starts. Otherwise a signal during the start could leave a server process.
  const { first, forced } = listenForStop(['SIGINT', 'SIGTERM', 'SIGHUP'])
  const database = await openConfigured(config, log)
  const jobs = new BackgroundJobs(database, log)
  let gateway: Gateway | undefined
  let stopMetrics: Awaited<ReturnType<typeof serveMetrics>> | undefined
  try {
    const secret = await prepare(database, config, log)
    const metrics = await openGatewayMetrics(config, lostLines)
    stopMetrics = await serveMetrics(config, async () => metrics?.registry.metrics() ?? '', log)
    gateway = await startGateway({ database, secret, config, log, metrics })
    const address = baseUrl({ ...config, port: gateway.port })
    log.info({ address, milliseconds: Math.round(performance.now() - started) }, 'listening')
    jobs.start(config, secret, address)
    const signal = await first
    log.info({ signal }, 'stopping')
    await gateway.stop({ graceMs: graceFor(signal, config), forced })
  } finally {
    await stopMetrics?.(forced)
    const close = async () => {
      await gateway?.writeUsage()
      await jobs.stop()
      await database.close()
    }
    await closeInTime(close, forced, log)
  }
}
