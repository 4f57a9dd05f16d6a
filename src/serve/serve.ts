import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { baseUrl, type Config } from '../config.ts'
import { describeBlocker, onBlocker } from '../database/change.ts'
import { connectServing } from '../database/client.ts'
import { GatewayError } from '../errors.ts'
import { openLog } from '../log.ts'
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts'
import { takeSnapshot } from '../metrics/snapshot.ts'
import { BackgroundJobs, openConfigured, prepare } from './database.ts'
import { type Gateway, type GatewayOptions, serveMetrics, startGateway } from './gateway.ts'
import { type ToPrimary, ToWorker } from './messages.ts'
import { closeInTime, graceFor, listenForStop } from './stop.ts'
import { WorkerPool } from './worker-pool.ts'
import { WorkerProcess } from './worker-process.ts'

const EXIT_LIMIT_MS = 1_000

/** Runs the gateway until a stop signal: in this process, or as the primary of workers or one of them. */
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

// The modules of the metrics are loaded only if METRICS_PORT is set.
async function openMetrics({ metrics }: Config, lostLines: () => number) {
  if (!metrics) return undefined
  return (await import('../metrics/gateway-metrics.ts')).createGatewayMetrics(lostLines)
}

// After an uncaught error the state of the process is unknown, so it exits. Node's own handler would
// print values in the error, which may be private. The next start uses an embedded server that still runs.
function exitOnUncaughtError(log: Logger, error: Error): void {
  log.fatal({ err: error }, 'uncaught error')
  process.exit(1)
}

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
    const metrics = await openMetrics(config, lostLines)
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

type Order<Type extends ToWorker['type']> = Extract<ToWorker, { type: Type }>

async function serveAsWorker(config: Config, log: Logger, lostLines: () => number): Promise<void> {
  // A terminal sends a signal to all its processes. Workers ignore signals: only the primary stops them.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  const serve = new Promise<Order<'serve'>>((resolve) => onOrder('serve', resolve))
  const stop = new Promise<Order<'stop'>>((resolve) => onOrder('stop', resolve))
  await send({ type: 'ready' })
  try {
    const metrics = await openMetrics(config, lostLines)
    if (metrics) onOrder('measure', () => void sendMetrics(metrics, log))
    await serveUntil(stop, await serve, { config, log, metrics })
  } catch (error) {
    log.error({ err: error }, 'worker cannot serve')
    const message = error instanceof GatewayError ? error.message : 'A worker failed: see the log.'
    await send({ type: 'failed', message })
  }
  cluster.worker?.disconnect()
}

async function serveUntil(
  stop: Promise<Order<'stop'>>,
  { database: connection, secret }: Order<'serve'>,
  { config, log, metrics }: Pick<GatewayOptions, 'config' | 'log' | 'metrics'>,
): Promise<void> {
  const database = connectServing(connection, {
    poolSize: config.databasePool,
    requestTimeoutMs: config.requestTimeoutMs,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  // Never aborts: to stop a worker at once, the primary kills it.
  const forced = new AbortController().signal
  let gateway: Gateway | undefined
  try {
    gateway = await startGateway({ database, secret, config, log, metrics })
    await send({ type: 'listening', port: gateway.port })
    await gateway.stop({ ...(await stop), forced })
    if (metrics) await sendMetrics(metrics, log)
  } finally {
    const close = async () => {
      await gateway?.writeUsage()
      await database.close()
    }
    await closeInTime(close, forced, log)
  }
}

function onOrder<Type extends ToWorker['type']>(type: Type, act: (order: Order<Type>) => void) {
  const hasType = (order: ToWorker | undefined): order is Order<Type> => order?.type === type
  process.on('message', (message: unknown) => {
    const order = ToWorker.safeParse(message).data
    if (hasType(order)) act(order)
  })
}

// A failure is only logged: the worker can serve without its metrics.
async function sendMetrics({ registry }: GatewayMetrics, log: Logger): Promise<void> {
  try {
    await send({ type: 'measured', metrics: await takeSnapshot(registry) })
  } catch (error) {
    log.error({ err: error }, 'metrics not read')
  }
}

// Errors are ignored: if the primary has ended, this process ends too.
function send(message: ToPrimary): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve())
  })
}

// The primary needs few connections: the workers serve the requests. Three are for reads of jobs, so that a count of
// figures and a purge, which may take a minute, do not delay webhooks and mails.
const PRIMARY_POOL = 6

// This process manages the workers and the database, and runs the jobs.
async function serveInWorkers(config: Config, log: Logger, lostLines: () => number): Promise<void> {
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
    const metrics =
      config.metrics && new (await import('../metrics/worker-metrics.ts')).WorkerMetrics(lostLines)
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
