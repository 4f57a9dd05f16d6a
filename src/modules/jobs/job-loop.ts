import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isBoolean, isInstant, orNull, rowReader } from '../../access/rows.ts'
import { watchImports } from '../../database/open-imports.ts'
import { readRows } from '../../database/statement.ts'
import { measured } from '../../measured.ts'
import type { JobHealth } from './job-health.ts'

const PAUSE_MS = 500
// The pause after a look that is followed by another at once, because something has ended.
const SHORTEST_PAUSE_MS = 100
const PAUSE_AFTER_ERROR_MS = 5_000
const MEASURE_EVERY_MS = 10_000

export interface Job {
  readonly health: JobHealth
  /** SELECT statements without a limit. If one has a row, something may be due. */
  readonly due: readonly string[]
  /** A SELECT of one row: since when the oldest item is due, or null. */
  readonly oldest: string
  readonly failure: string
  /** Begins what is due at this instant of the database. `isDue`: one of the statements had a row. */
  look(at: Date, isDue: boolean): Promise<void>
  stop(): Promise<void>
}

interface LoopOptions {
  readonly pool: pg.Pool
  readonly log: Logger
  /** `wake`: something has ended, so that more may be due. */
  readonly jobs: (wake: () => void) => readonly Job[]
}

/**
 * Lets jobs look again and again, until it is stopped. One statement asks for all of them whether something is due, so
 * an idle gateway costs the database two statements in a second, with any number of clients, keys and endpoints.
 */
export class JobLoop {
  readonly #options: LoopOptions
  readonly #jobs: readonly Job[]
  readonly #sql: string
  readonly #stopped = new AbortController()
  /** Ends the pause after the present look. */
  #woken = new AbortController()
  #done: Promise<void> = Promise.resolve()
  #isFailing = false
  readonly #measureImports: () => Promise<void>
  #measuredAt = 0

  constructor(options: LoopOptions) {
    this.#options = options
    this.#jobs = options.jobs(() => this.#woken.abort())
    this.#sql = lookSql(this.#jobs)
    this.#measureImports = watchImports(options.pool, options.log)
  }

  start(): void {
    for (const { health } of this.#jobs) measured.emit('jobStarted', health.name)
    this.#done = this.#repeat()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    this.#woken.abort()
    await this.#done
    await Promise.all(this.#jobs.map((job) => job.stop()))
  }

  get #isStopping(): boolean {
    return this.#stopped.signal.aborted
  }

  async #repeat(): Promise<void> {
    while (!this.#isStopping) {
      this.#woken = new AbortController()
      const isSound = await this.#look()
      await pause(isSound ? SHORTEST_PAUSE_MS : PAUSE_AFTER_ERROR_MS, this.#stopped)
      if (isSound) await pause(PAUSE_MS - SHORTEST_PAUSE_MS, this.#woken)
    }
  }

  // False: the database did not answer.
  async #look(): Promise<boolean> {
    try {
      const [row = {}] = await readRows(this.#options.pool, this.#sql, [], 'due')
      for (const job of this.#jobs) if (!this.#isStopping) await this.#lookWith(job, row)
      await this.#measure().catch((error) => {
        this.#options.log.warn({ err: error }, 'the jobs were not measured')
      })
      this.#isFailing = false
      return true
    } catch (error) {
      for (const { health } of this.#jobs) measured.emit('job', health.name, 'failed')
      // Only once for each outage.
      if (!this.#isFailing) this.#options.log.warn({ err: error }, 'what is due was not read')
      this.#isFailing = true
      return false
    }
  }

  // A job that fails does not stop the others.
  async #lookWith(
    job: Job,
    { at, [job.health.name]: isDue }: Record<string, unknown>,
  ): Promise<void> {
    try {
      if (!isInstant(at) || !isBoolean(isDue)) throw new Error('The look has no such columns.')
      await job.look(at, isDue)
      job.health.endRun(isDue)
    } catch (error) {
      job.health.failRun(error, job.failure)
    }
  }

  async #measure(): Promise<void> {
    if (performance.now() < this.#measuredAt + MEASURE_EVERY_MS && this.#measuredAt > 0) return
    this.#measuredAt = performance.now()
    await this.#measureImports()
    const oldest = await readOldest(this.#options.pool, this.#jobs)
    for (const [index, { health }] of this.#jobs.entries())
      measured.emit('oldestItem', health.name, oldest[index] ?? null)
  }
}

const readSince = rowReader('oldest', { since: orNull(isInstant) })

/** Since when the oldest item of each job is due. Null: none is. */
export async function readOldest(
  pool: pg.Pool,
  jobs: readonly Pick<Job, 'oldest'>[],
): Promise<(Date | null)[]> {
  const tables = jobs.map(({ oldest }, i) => `oldest_${i} (since) AS MATERIALIZED (${oldest})`)
  const rows = jobs.map((_, i) => `SELECT ${i} AS job, since FROM oldest_${i}`)
  const text = `WITH ${tables.join(', ')} ${rows.join(' UNION ALL ')} ORDER BY job`
  return (await readRows(pool, text, [], 'oldest')).map((row) => readSince(row).since)
}

// Each part is materialized: Citus reads the tables of the nodes and those of the coordinator one after another then.
function lookSql(jobs: readonly Job[]): string {
  const parts = jobs.flatMap(({ health: { name }, due }) => due.map((select) => ({ name, select })))
  const tables = parts.map(({ select }, i) => `due_${i} AS MATERIALIZED (${select} LIMIT 1)`)
  const columns = jobs.map(({ health: { name } }) => {
    const own = parts.flatMap((part, i) => (part.name === name ? [`EXISTS (TABLE due_${i})`] : []))
    return `${own.join(' OR ')} AS "${name}"`
  })
  return `WITH ${tables.join(', ')} SELECT now() AS at, ${columns.join(', ')}`
}

// Waits for so many milliseconds, or until the signal. It keeps no process alive.
async function pause(milliseconds: number, { signal }: AbortController): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {})
}
