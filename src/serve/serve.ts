import cluster from 'node:cluster'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { describeBlocker, onBlocker } from '../database/revocation.ts'
import { openLog } from '../log.ts'
import { serveAlone } from './alone.ts'
import { serveInWorkers } from './primary.ts'
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
