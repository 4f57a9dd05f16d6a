import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { createMemoryQuota } from './access/quota.ts'
import { createDeriveSecret, readServerSecret } from './access/server-secret.ts'
import { createApp } from './app.ts'
import { baseUrl } from './base-url.ts'
import type { Config } from './config.ts'
import { openServing, type ServingDatabase } from './database/open.ts'
import { prepareServing } from './database/prepare.ts'
import { loadDemo } from './demo/load.ts'
import { needsDemo } from './demo/people.ts'
import { formatWelcome } from './demo/welcome.ts'
import { GatewayError } from './errors.ts'
import { createMemoryFieldLimits } from './graphql/field-limits.ts'
import { commonHeaders } from './http/headers.ts'
import { createGatewayServer } from './http/server.ts'
import { createLog } from './log.ts'
import { RetentionJob } from './modules/retention/retention-job.ts'
import { UsageRecorder } from './modules/usage/usage.recorder.ts'

// Longer than PostgreSQL's own statement timeout.
const REPLY_TIMEOUT_MS = 32_000
const DRAIN_MS = 10_000
const IDLE_CHECK_MS = 50

/**
 * Runs the gateway until a stop signal. Then finishes the running requests and closes the database.
 * Throws an error if it cannot start.
 */
export async function serve(config: Config): Promise<void> {
  const started = performance.now()
  const log = createLog(config)
  // Installed before the embedded database starts, so that no signal leaves a server process behind.
  const stop = stopSignal()
  process.once('uncaughtException', (error) => exitOnUncaughtError(log, error))
  const database = await openServing(
    { ...config, poolSize: config.databasePool, replyTimeout: REPLY_TIMEOUT_MS },
    (error) => log.warn({ err: error }, 'database connection lost'),
  )
  try {
    await prepare(database, log)
    let draining = false
    const secret = await database.asOwner(({ pool }) => readServerSecret(pool, config.authSecret))
    const deriveSecret = createDeriveSecret(secret)
    const options = { pool: database.pool, log, now: () => new Date() }
    const usage = new UsageRecorder(options)
    const retention = new RetentionJob(options)
    const app = createApp({
      database,
      quota: createMemoryQuota(),
      fieldLimits: createMemoryFieldLimits(),
      deriveSecret,
      usage,
      log,
      config,
      draining: () => draining,
    })
    const headers = commonHeaders(config.publicUrl)
    const server = await listen(createGatewayServer(app, { log, headers }), config)
    usage.start()
    retention.start()
    const address = addressOf(server, config)
    log.info({ address, milliseconds: Math.round(performance.now() - started) }, 'listening')
    const loaded = config.demo ? loadDemoData(database, address, log) : Promise.resolve()
    const reported = loaded.catch((error: unknown) => {
      if (!draining) log.error({ err: error }, 'demo data not loaded; the next start continues')
    })
    await Promise.race([reported, stop])
    log.info({ signal: await stop }, 'stopping')
    draining = true
    await drain(server)
    await usage.stop()
    await retention.stop()
  } finally {
    await database.close()
  }
}

// After an uncaught error the state of the process is unknown, so it exits. Node's own handler would
// print values that the error holds. The next start adopts a database server that is still running.
function exitOnUncaughtError(log: Logger, error: Error): void {
  log.fatal({ err: error }, 'uncaught error')
  process.exit(1)
}

async function prepare(database: ServingDatabase, log: Logger): Promise<void> {
  const { embedded } = database
  if (embedded) {
    const { dataDir, reason } = embedded.location
    log.info({ dataDir, ...(reason && { reason }), adopted: embedded.adopted }, 'embedded database')
  }
  const { applied, role, excess } = await prepareServing(database)
  if (applied.length > 0) log.info({ applied }, 'schema migrated')
  if (excess.length === 0) return
  const advice = 'see "The roles of the database" in docs/operations.md'
  log.warn({ role, excess, advice }, 'the database role has more rights than serving needs')
}

/** Loads the demo data into an empty embedded database, and prints its credentials once. */
async function loadDemoData(
  database: ServingDatabase,
  address: string,
  log: Logger,
): Promise<void> {
  if (!database.embedded || !(await needsDemo(database.prisma))) return
  log.info('loading demo data: three clients with 400 assets')
  const credentials = await database.asOwner(loadDemo)
  process.stdout.write(formatWelcome(credentials, address))
}

async function listen(server: Server, { host, port }: Config): Promise<Server> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? cause.code : 'refused'
    const remedy = 'Set PORT and HOST to an address of this machine that is free.'
    throw new GatewayError(
      'state_conflict',
      `Cannot listen on ${host}:${port} (${reason}). ${remedy}`,
      { cause },
    )
  }
  return server
}

// If the configured port is 0, the system chooses one.
function addressOf(server: Server, config: Config): string {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return baseUrl({ ...config, port })
}

// The listeners stay: without one, a second signal would end the process before it closes the database.
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => resolve(signal))
  })
}

// Accepts no new connections, and closes each connection when it becomes idle.
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearInterval(idle)
  clearTimeout(deadline)
}
