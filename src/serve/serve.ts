import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { baseUrl, type Config } from '../config.ts'
import { describeBlocker, onBlocker } from '../database/change.ts'
import { openLog } from '../log.ts'
import { BackgroundJobs, openConfigured, prepare } from './database.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { openGatewayMetrics, serveMetrics } from './metrics.ts'
import { serveInWorkers } from './primary.ts'
import { closeInTime, graceFor, listenForStop } from './stop.ts'
import { serveAsWorker } from './worker.ts'

const EXIT_LIMIT_MS = 1_000

/**
 * Runs the gateway until a stop signal: in this process, or as the primary of workers or one of them.
 * Then finishes the running requests and closes the database. Throws an error if it cannot start.
 */
export async function serve(config: Config): Promise<void> {
  const { log: plainLog, lostLines } = openLog(config)
  const log = cluster.isWorker ? plainLog.child({ worker: process.pid }) : plainLog
  process.once('uncaughtException', (error) => exitOnUncaughtError(log, error))
  onBlocker((blocker) => log.warn(blocker, describeBlocker(blocker)))
  try {
    if (cluster.isWorker) await serveAsWorker(config, log, lostLines)
    else if (config.workers > 1) await serveInWorkers(config, log, lostLines)
    else await serveAlone(config, log, lostLines)
  } finally {
    // A database that does not answer, or an output that nobody reads, would keep the process running.
    setTimeout(() => process.exit(), EXIT_LIMIT_MS).unref()
  }
}

// After an uncaught error the state of the process is unknown, so it exits. Node's own handler would
// print values in the error, which may be private. The next start uses an embedded server that still runs.
function exitOnUncaughtError(log: Logger, error: Error): void {
  log.fatal({ err: error }, 'uncaught error')
  process.exit(1)
}

// Serves in this process alone. The process also runs the jobs and manages the database.
async function serveAlone(config: Config, log: Logger, lostLines: () => number): Promise<void> {
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
