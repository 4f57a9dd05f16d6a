import type { Logger } from 'pino'
import { type Config, sendsMail } from '../config.ts'
import { checkClock, databaseClock, measureClockDifference } from '../database/clock.ts'
import { storeGatewaySettings } from '../database/gateway-settings.ts'
import { openServing, type ServingDatabase } from '../database/open.ts'
import { prepareServing } from '../database/prepare.ts'
import { createDeriveSecret, readServerSecret } from '../database/server-secret.ts'
import { type DemoCredentials, loadDemo } from '../demo/load.ts'
import { needsDemo } from '../demo/people.ts'
import { formatAddresses, formatWelcome } from '../demo/welcome.ts'
import { createMailer } from '../mail/mailer.ts'
import { readFeed, readFeedEnd } from '../modules/changes/feed.reads.ts'
import { feedJob } from '../modules/changes/feed-job.ts'
import { figuresJob } from '../modules/figures/figures-job.ts'
import { type Job, JobLoop } from '../modules/jobs/job-loop.ts'
import type { TimedJob } from '../modules/jobs/timed-job.ts'
import { mailJob } from '../modules/mails/mail-job.ts'
import { MAIL_WRITERS } from '../modules/notices/mail-writers.ts'
import { noticeJob } from '../modules/notices/notice-job.ts'
import { retentionJob } from '../modules/retention/retention-job.ts'
import { webhookJob } from '../modules/webhooks/webhook-job.ts'
import { createOutbound } from '../outbound/reach.ts'

// For the owner's connections. It is longer than the statement timeout of the server.
const REPLY_TIMEOUT_MS = 32_000

export function openConfigured(config: Config, log: Logger): Promise<ServingDatabase> {
  return openServing({
    ...config,
    poolSize: config.databasePool,
    replyTimeout: REPLY_TIMEOUT_MS,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
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
  checkClock(await measureClockDifference(database.pool), log)
  const { applied, role, excess } = await prepareServing(database)
  if (applied.length > 0) log.info({ applied }, 'schema migrated')
  const advice = 'see "The roles of the database" in docs/operations/database.md'
  if (excess.length > 0)
    log.warn({ role, excess, advice }, 'the database role has more rights than serving needs')
  return database.asOwner(({ pool }) => readServerSecret(pool, authSecret))
}

type JobSettings = Pick<
  Config,
  'demo' | 'mailCommand' | 'publicUrl' | 'smtp' | 'webhookAllowedRanges'
>

/** The jobs that only one process runs, with the loading of the demo data. */
export class BackgroundJobs {
  readonly #database: ServingDatabase
  readonly #log: Logger
  readonly #timed: TimedJob[]
  #loop: JobLoop | undefined
  #stopping = false

  constructor(database: ServingDatabase, log: Logger) {
    this.#database = database
    this.#log = log
    const { pool } = database
    const common = { pool, log, now: databaseClock(pool) }
    this.#timed = [retentionJob(common), figuresJob(common)]
  }

  /**
   * Starts the jobs and does not wait for them. Stores the settings for commands. If the demo was loaded, prints its
   * credentials and the addresses of the gateway. Otherwise prints the addresses to a terminal only.
   */
  start(config: JobSettings, secret: string, address: string): void {
    this.#startLoop(config, secret)
    storeGatewaySettings(this.#database.prisma, { address, sendsMail: sendsMail(config) }).catch(
      (error: unknown) => this.#log.warn({ err: error }, 'settings not stored for commands'),
    )
    for (const job of this.#timed) job.start()
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

  /**
   * Waits for the items that are being done and, for a few seconds, for mails and webhooks that are being sent. Does not
   * wait for the demo data: closing the database ends its loading.
   */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all([...this.#timed, this.#loop].map((job) => job?.stop()))
  }

  #startLoop(config: JobSettings, secret: string): void {
    const { prisma, pool } = this.#database
    const now = databaseClock(pool)
    const common = { database: this.#database, pool, prisma, log: this.#log, now }
    const mailer = createMailer(config)
    const derive = createDeriveSecret(secret)
    const webhooks = {
      ...common,
      feed: { read: readFeed, readEnd: readFeedEnd },
      outbound: createOutbound(config),
      sealKey: derive('webhooks'),
      sendsMail: mailer !== null,
    }
    const mails = { ...common, writers: MAIL_WRITERS, linkKey: derive('connection-links') }
    const jobs = (onEnd: () => void): Job[] => [
      feedJob({ ...common, onEnd }),
      webhookJob({ ...webhooks, onEnd }),
      ...(mailer ? [mailJob({ ...mails, mailer, onEnd })] : []),
    ]
    this.#loop = new JobLoop({ ...common, jobs })
    this.#loop.start()
    if (mailer) this.#timed.push(noticeJob(common))
  }

  // Null if there was nothing to do.
  async #loadDemo(): Promise<DemoCredentials | null> {
    const { embedded, prisma, asOwner } = this.#database
    if (!embedded || !(await needsDemo(prisma))) return null
    this.#log.info('loading demo data: three clients with 400 assets')
    return asOwner(loadDemo)
  }
}
