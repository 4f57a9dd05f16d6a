import cluster from 'node:cluster'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { connectServing } from '../database/client.ts'
import { GatewayError } from '../errors.ts'
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts'
import { takeSnapshot } from '../metrics/snapshot.ts'
import { type Gateway, type GatewayOptions, startGateway } from './gateway.ts'
import { readToWorker, type ToPrimary, type ToWorker } from './messages.ts'
import { openGatewayMetrics } from './metrics.ts'
import { closeInTime } from './stop.ts'

type Order<Type extends ToWorker['type']> = Extract<ToWorker, { type: Type }>

/** Serves requests as one of the workers of a primary, until the primary sends a stop message. */
export async function serveAsWorker(
  config: Config,
  log: Logger,
  lostLines: () => number,
): Promise<void> {
  // A terminal sends a signal to all its processes. Workers ignore signals: only the primary stops them.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  const serve = receive('serve')
  const stop = receive('stop')
  await send({ type: 'ready' })
  try {
    const metrics = await openGatewayMetrics(config, lostLines)
    if (metrics) answerMeasurements(metrics, log)
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

function receive<Type extends ToWorker['type']>(type: Type): Promise<Order<Type>> {
  const hasType = (order: ToWorker | undefined): order is Order<Type> => order?.type === type
  return new Promise((resolve) => {
    process.on('message', (message: unknown) => {
      const order = readToWorker(message)
      if (hasType(order)) resolve(order)
    })
  })
}

function answerMeasurements(metrics: GatewayMetrics, log: Logger): void {
  process.on('message', (message: unknown) => {
    if (readToWorker(message)?.type === 'measure') void sendMetrics(metrics, log)
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
