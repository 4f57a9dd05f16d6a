import type { Logger } from 'pino'
import { baseUrl } from '../base-url.ts'
import type { Config } from '../config.ts'
import { closeInTime } from './close-in-time.ts'
import { openConfigured, prepare, Upkeep } from './database.ts'
import { graceFor, listenForStop } from './stop-signals.ts'
import { WorkerPool } from './worker-pool.ts'
import { WorkerProcess } from './worker-process.ts'

// Requests are served over the connections of the workers.
const PRIMARY_POOL = 2

/** Serves in several workers on one port. This process looks after them and after the database. */
export async function serveInWorkers(config: Config, log: Logger): Promise<void> {
  const started = performance.now()
  const { first, forced } = listenForStop(['SIGINT', 'SIGTERM'])
  // Without a listener, a signal during the start would end the process.
  let onRoll = () => {}
  process.on('SIGHUP', () => onRoll())
  const database = await openConfigured({ ...config, databasePool: PRIMARY_POOL }, log)
  const upkeep = new Upkeep(database, log)
  try {
    const secret = await prepare(database, config, log)
    const fork = () => new WorkerProcess({ type: 'serve', database: database.runtime, secret })
    const pool = new WorkerPool({ ...config, fork, log })
    forced.addEventListener('abort', () => pool.kill())
    let graceMs = 0
    try {
      const address = baseUrl({ ...config, port: await pool.start() })
      const milliseconds = Math.round(performance.now() - started)
      log.info({ address, workers: config.workers, milliseconds }, 'listening')
      upkeep.start(config, address)
      onRoll = () => pool.requestRoll()
      const signal = await first
      log.info({ signal }, 'stopping')
      graceMs = graceFor(signal, config)
    } finally {
      await pool.stop({ graceMs, isReplaced: false })
    }
  } finally {
    await closeInTime(() => upkeep.stop().then(() => database.close()), forced, log)
  }
}
