import cluster from 'node:cluster'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { connectServing } from '../database/client.ts'
import { GatewayError } from '../errors.ts'
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts'
import { takeSnapshot } from '../metrics/snapshot.ts'
import { closeInTime } from './close-in-time.ts'
import { type Gateway, type GatewayOptions, startGateway } from './gateway.ts'
import { readToWorker, type ToPrimary, type ToWorker } from './messages.ts'
import { openGatewayMetrics } from './metrics.ts'

type Order<Type extends ToWorker['type']> = Extract<ToWorker, { type: Type }>

/** Serves requests as one of the workers of a primary, until that says to stop. */
export async function serveAsWorker(
  config: Config,
  log: Logger,
  lostLines: () => number,
): Promise<void> {
  // A terminal signals all processes in it. The workers obey the primary alone.
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
  // The primary kills a worker that is to end at once.
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
  const isWanted = (order: ToWorker | undefined): order is Order<Type> => order?.type === type
  return new Promise((resolve) => {
    process.on('message', (message: unknown) => {
      const order = readToWorker(message)
      if (isWanted(order)) resolve(order)
    })
  })
}

function answerMeasurements(metrics: GatewayMetrics, log: Logger): void {
  process.on('message', (message: unknown) => {
    if (readToWorker(message)?.type === 'measure') void sendMetrics(metrics, log)
  })
}

// Without its metrics a worker serves all the same.
async function sendMetrics({ registry }: GatewayMetrics, log: Logger): Promise<void> {
  try {
    await send({ type: 'measured', metrics: await takeSnapshot(registry) })
  } catch (error) {
    log.error({ err: error }, 'metrics not read')
  }
}

// If the primary has ended, so does this process.
function send(message: ToPrimary): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve())
  })
}
