import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { createApp } from '../app.ts'
import { type Config, sendsMail } from '../config.ts'
import type { Database } from '../database/client.ts'
import { createDeriveSecret } from '../database/server-secret.ts'
import { codeOf, stateConflict } from '../errors.ts'
import { createFieldLimits } from '../graphql/field-limits.ts'
import { commonHeaders } from '../http/begin-request.ts'
import { createGatewayServer } from '../http/server.ts'
import { openQuota } from '../load/open-quota.ts'
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts'
import { UsageRecorder } from '../modules/usage/usage.recorder.ts'
import { type Drain, drain } from './stop.ts'

export interface GatewayOptions {
  readonly database: Database
  /** The secret from which the keys of this installation are derived. */
  readonly secret: string
  readonly config: Config
  readonly log: Logger
  readonly metrics?: GatewayMetrics | undefined
}

export interface Gateway {
  readonly port: number
  /** Drains the server. `isReplaced`: other processes continue to serve this port, so the gateway stays ready. */
  readonly stop: (how: Drain & { readonly isReplaced?: boolean }) => Promise<void>
  readonly writeUsage: () => Promise<void>
}

/** Serves requests on the configured port until it is stopped. The database stays open. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { database, secret, config, log, metrics } = options
  let draining = false
  let stopping = false
  const usage = new UsageRecorder({ pool: database.pool, log })
  const deriveSecret = createDeriveSecret(secret)
  const counting = await openQuota({ ...config, hashKey: deriveSecret('quota-subjects'), log })
  metrics?.watchPools(database.pools)
  metrics?.watchRedis(counting.redisState)
  // Without OTEL_EXPORTER_OTLP_ENDPOINT no library of OpenTelemetry is loaded.
  const tracing =
    config.traces && (await import('../tracing/tracing.ts')).createTracing(config.traces, log)
  const counted = metrics?.countDecisions(counting.quota) ?? counting.quota
  const quota = tracing?.traceQuota(counted) ?? counted
  const app = createApp({
    database,
    quota,
    fieldLimits: createFieldLimits(quota),
    deriveSecret,
    usage,
    log,
    sendsMail: sendsMail(config),
    config,
    stopping: () => stopping,
    draining: () => draining,
    metrics,
    tracing,
  })
  const server = createGatewayServer(app, {
    log,
    headers: commonHeaders(config.publicUrl),
    onUnparsed: metrics?.countUnparsed,
  })
  const closeAfterResponses = createCloseAfterResponses(server)
  const port = await listen(server, config).catch((thrown: unknown) => {
    counting.close()
    throw thrown
  })
  usage.start()
  const stop: Gateway['stop'] = async ({ isReplaced = false, ...how }) => {
    stopping = true
    draining = !isReplaced
    closeAfterResponses()
    await drain(server, how)
    counting.close()
    if (!how.forced.aborted) await tracing?.close()
  }
  return { port, stop, writeUsage: () => usage.stop() }
}

// After a call of the returned function, each connection ends with its next response. Clients then connect again, and
// reach another process. Idle connections are not closed: a request that is being sent would be lost.
function createCloseAfterResponses(server: Server): () => void {
  const open = new Set<ServerResponse>()
  let closing = false
  const track = (_request: IncomingMessage, response: ServerResponse) => {
    if (closing) return endConnectionWith(response)
    open.add(response)
    response.once('close', () => open.delete(response))
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.prependListener(event, track)
  return () => {
    closing = true
    for (const response of open) endConnectionWith(response)
  }
}

function endConnectionWith(response: ServerResponse): void {
  if (response.headersSent) return
  response.setHeader('Connection', 'close')
  response.shouldKeepAlive = false
}

// The number of connections that can wait to be accepted. The system may allow fewer. If more arrive, a client tries
// again only after one second, then three, then seven. Node's default is 511.
const BACKLOG = 4_096

// Returns the port, which the system chooses in place of 0. An error recommends to change the `variables`.
async function listen(
  server: Server,
  { host, port }: Pick<Config, 'host' | 'port'>,
  variables = 'PORT and HOST',
): Promise<number> {
  server.listen({ port, host, backlog: BACKLOG })
  try {
    await once(server, 'listening')
  } catch (cause) {
    const reason = codeOf(cause) || 'refused'
    const remedy = `Set ${variables} to an address of this machine that is free.`
    throw stateConflict(`Cannot listen on ${host}:${port} (${reason}). ${remedy}`, { cause })
  }
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

/** Serves the text of `read` on METRICS_PORT, if it is set. Returns a function that stops this. */
export async function serveMetrics(
  { metrics: address }: Pick<Config, 'metrics'>,
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
