import type { Logger } from 'pino'
import { readServerSecret } from '../access/server-secret.ts'
import type { Config } from '../config.ts'
import { openServing, type ServingDatabase } from '../database/open.ts'
import { prepareServing } from '../database/prepare.ts'
import { type DemoCredentials, loadDemo } from '../demo/load.ts'
import { needsDemo } from '../demo/people.ts'
import { formatAddresses, formatWelcome } from '../demo/welcome.ts'
import { createMailer, type Mailer } from '../mail/mailer.ts'
import { NoticeJob } from '../modules/partner-access/notice-job.ts'
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

/** The jobs that one process runs beside requests: loading the demo data, retention, and notices by mail. */
export class BackgroundJobs {
  readonly #database: ServingDatabase
  readonly #log: Logger
  readonly #retention: RetentionJob
  #notices: NoticeJob | undefined
  #stopping = false

  constructor(database: ServingDatabase, log: Logger) {
    this.#database = database
    this.#log = log
    this.#retention = new RetentionJob({ pool: database.pool, log, now: () => new Date() })
  }

  /**
   * Starts, without waiting for it. Prints where the gateway answers: with the demo's credentials after
   * they were created, and otherwise on a terminal.
   */
  start(config: Pick<Config, 'demo' | 'mailCommand' | 'publicUrl'>, address: string): void {
    this.#retention.start()
    const mailer = createMailer(config, this.#log)
    if (mailer) this.#startNotices(mailer)
    const load = config.demo ? this.#loadDemo() : Promise.resolve(null)
    load
      .catch((error: unknown) => {
        if (!this.#stopping)
          this.#log.error({ err: error }, 'demo data not loaded; the next start continues')
        return null
      })
      .then((credentials) => {
        if (credentials) process.stdout.write(formatWelcome(credentials, address))
        else if (process.stdout.isTTY && !this.#stopping)
          process.stdout.write(formatAddresses(address))
      })
  }

  /** Waits for retention and for a mail. Closing the database ends the loading of the demo data. */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all([this.#retention.stop(), this.#notices?.stop()])
  }

  #startNotices(mailer: Mailer): void {
    const now = () => new Date()
    this.#notices = new NoticeJob({ database: this.#database, mailer, log: this.#log, now })
    this.#notices.start()
  }

  /** Loads the demo data into an empty embedded database. Null if there was nothing to do. */
  async #loadDemo(): Promise<DemoCredentials | null> {
    const { embedded, prisma, asOwner } = this.#database
    if (!embedded || !(await needsDemo(prisma))) return null
    this.#log.info('loading demo data: three clients with 400 assets')
    return asOwner(loadDemo)
  }
}
