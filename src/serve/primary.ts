import type { Logger } from 'pino'
import { baseUrl, type Config } from '../config.ts'
import { BackgroundJobs, openConfigured, prepare } from './database.ts'
import { openWorkerMetrics, serveMetrics } from './metrics.ts'
import { closeInTime, graceFor, listenForStop } from './stop.ts'
import { WorkerPool } from './worker-pool.ts'
import { WorkerProcess } from './worker-process.ts'

// The primary needs few connections: the workers serve the requests.
const PRIMARY_POOL = 2

/** Serves in several workers on one port. This process manages them and the database, and runs the jobs. */
export async function serveInWorkers(
  config: Config,
  log: Logger,
  lostLines: () => number,
): Promise<void> {
  const started = performance.now()
  const { first, forced } = listenForStop(['SIGINT', 'SIGTERM'])
  // Without a listener, a SIGHUP during the start would end the process. Some workers may already run the old code
  // then, so the rolling restart follows after the start.
  let isRollDue = false
  let onRoll = () => {
    isRollDue = true
  }
  process.on('SIGHUP', () => onRoll())
  const database = await openConfigured({ ...config, databasePool: PRIMARY_POOL }, log)
  const jobs = new BackgroundJobs(database, log)
  let stopMetrics: Awaited<ReturnType<typeof serveMetrics>> | undefined
  try {
    const secret = await prepare(database, config, log)
    const metrics = await openWorkerMetrics(config, lostLines)
    stopMetrics = await serveMetrics(config, async () => metrics?.read() ?? '', log)
    const fork = () => {
      const worker = new WorkerProcess({ type: 'serve', database: database.runtime, secret })
      // The caller of `fork` waits for `listening`, and reports a worker that does not start.
      if (metrics) worker.listening.then(() => metrics.add(worker)).catch(() => {})
      return worker
    }
    const onRestart = () => metrics?.countRestart()
    const pool = new WorkerPool({ ...config, fork, log, onRestart })
    forced.addEventListener('abort', () => pool.kill())
    let graceMs = 0
    try {
      const address = baseUrl({ ...config, port: await pool.start() })
      const milliseconds = Math.round(performance.now() - started)
      log.info({ address, workers: config.workers, milliseconds }, 'listening')
      jobs.start(config, secret, address)
      onRoll = () => pool.requestRoll()
      if (isRollDue) onRoll()
      const signal = await first
      log.info({ signal }, 'stopping')
      graceMs = graceFor(signal, config)
    } finally {
      await pool.stop({ graceMs, isReplaced: false })
    }
  } finally {
    await stopMetrics?.(forced)
    await closeInTime(() => jobs.stop().then(() => database.close()), forced, log)
  }
}
