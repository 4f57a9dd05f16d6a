import type { Logger } from 'pino'
import { readServerSecret } from '../access/server-secret.ts'
import type { Config } from '../config.ts'
import { openServing, type ServingDatabase } from '../database/open.ts'
import { prepareServing } from '../database/prepare.ts'
import { loadDemo } from '../demo/load.ts'
import { needsDemo } from '../demo/people.ts'
import { formatWelcome } from '../demo/welcome.ts'
import { RetentionJob } from '../modules/retention/retention-job.ts'

// Of the owner's connections: longer than PostgreSQL's own statement timeout.
const REPLY_TIMEOUT_MS = 32_000

/** Opens the configured database for serving. */
export function openConfigured(config: Config, log: Logger): Promise<ServingDatabase> {
  return openServing(
    { ...config, poolSize: config.databasePool, replyTimeout: REPLY_TIMEOUT_MS },
    (error) => log.warn({ err: error }, 'database connection lost'),
  )
}

/** Brings the database up to date, and returns the secret of the installation. */
export async function prepare(
  database: ServingDatabase,
  { authSecret }: Config,
  log: Logger,
): Promise<string> {
  const { embedded } = database
  if (embedded) {
    const { dataDir, reason } = embedded.location
    log.info({ dataDir, ...(reason && { reason }), adopted: embedded.adopted }, 'embedded database')
  }
  const { applied, role, excess } = await prepareServing(database)
  if (applied.length > 0) log.info({ applied }, 'schema migrated')
  const advice = 'see "The roles of the database" in docs/operations.md'
  if (excess.length > 0)
    log.warn({ role, excess, advice }, 'the database role has more rights than serving needs')
  return database.asOwner(({ pool }) => readServerSecret(pool, authSecret))
}

/** The jobs that one process runs beside requests: loading the demo data, and retention. */
export class BackgroundJobs {
  readonly #database: ServingDatabase
  readonly #log: Logger
  readonly #retention: RetentionJob
  #stopping = false

  constructor(database: ServingDatabase, log: Logger) {
    this.#database = database
    this.#log = log
    this.#retention = new RetentionJob({ pool: database.pool, log, now: () => new Date() })
  }

  /** Starts, without waiting for it. `address` is printed with the demo's credentials. */
  start({ demo }: Pick<Config, 'demo'>, address: string): void {
    this.#retention.start()
    if (!demo) return
    this.#loadDemo(address).catch((error: unknown) => {
      if (this.#stopping) return
      this.#log.error({ err: error }, 'demo data not loaded; the next start continues')
    })
  }

  /** Waits for retention. Closing the database ends the loading of the demo data. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#retention.stop()
  }

  /** Loads the demo data into an empty embedded database, and prints its credentials once. */
  async #loadDemo(address: string): Promise<void> {
    const { embedded, prisma, asOwner } = this.#database
    if (!embedded || !(await needsDemo(prisma))) return
    this.#log.info('loading demo data: three clients with 400 assets')
    const credentials = await asOwner(loadDemo)
    process.stdout.write(formatWelcome(credentials, address))
  }
}
