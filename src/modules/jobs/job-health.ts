import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isLockHeld } from '../../database/change.ts'
import { isDatabaseRefusing, isDatabaseUnavailable } from '../../errors.ts'
import { type JobResult, measured, type Job as Name } from '../../measured.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** `later`: nothing was done, and nothing is wrong. `failed`: the item has logged why, and its next try is stored. */
export type Outcome = 'done' | 'later' | 'failed'

export type Store = <Result>(write: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/** A time in which the database refuses work. Its instants are of a clock that is not set back. */
interface Outage {
  readonly since: number
  refused: number
  pauseMs: number
  until: number
}

/**
 * The health of a job is that of its items: a run whose items have all failed is a failed run. A database that refuses
 * work ends the run, pauses the job for growing times, and is logged once.
 */
export class JobHealth {
  readonly name: Name
  readonly #log: Logger
  #ended = { succeeded: 0, failed: 0 }
  #unstored = 0
  #isFailing = false
  #isLogged = false
  #outage: Outage | null = null

  constructor(name: Name, log: Logger) {
    this.name = name
    this.#log = log
  }

  get isRefused(): boolean {
    return this.#outage !== null
  }

  /** For how long nothing is begun, because the database refuses work. */
  get pauseMs(): number {
    return Math.max(0, (this.#outage?.until ?? 0) - performance.now())
  }

  /** Does an item, and counts it. `broken`: it has thrown an error, which is logged. */
  async item(id: string, work: () => Promise<Outcome>): Promise<Outcome | 'broken' | 'refused'> {
    try {
      const outcome = await work()
      if (outcome === 'done') this.#succeed()
      // An import that is open for hours fails no run.
      if (outcome === 'later') this.#ended.succeeded++
      if (outcome === 'failed') this.#count('failed')
      return outcome
    } catch (error) {
      if (isLockHeld(error)) return 'later'
      this.#count('failed')
      if (isDatabaseRefusing(error)) return this.#refuse(error)
      this.#log.error({ err: error, task: this.name, item: id }, 'an item of a job failed')
      return 'broken'
    }
  }

  /** Stores what an item has done, as often as the database needs, so that it is not done again. */
  readonly store: Store = async (write, signal) => {
    this.#unstored++
    try {
      for (;;) {
        const stored = await this.#tryStore(write, signal)
        if (stored) return stored.result
        await sleep(this.pauseMs, undefined, signal && { signal }).catch(() => {})
      }
    } finally {
      this.#unstored--
    }
  }

  async #tryStore<Result>(write: () => Promise<Result>, signal?: AbortSignal) {
    try {
      return { result: await write() }
    } catch (error) {
      if (!isDatabaseUnavailable(error) || signal?.aborted) throw error
      this.#refuse(error)
      return null
    }
  }

  /** Ends a run that has looked for its items. `isDue`: some are still due. */
  endRun(isDue: boolean): void {
    const { succeeded, failed } = this.#ended
    if (succeeded > 0 && !this.isRefused) this.#isFailing = false
    else if (failed > 0 || this.#unstored > 0) this.#isFailing = true
    else if (!isDue) this.#isFailing = false
    // Nothing is known of items that have not ended.
    else if (!this.#isFailing) return
    if (!this.#isFailing) this.#recover()
    this.#end(this.#isFailing ? 'failed' : 'succeeded')
  }

  /** Ends a run that could not look for its items. The line is logged once, until a run succeeds. */
  failRun(error: unknown, line: string): void {
    this.#isFailing = isDatabaseRefusing(error)
    if (this.#isFailing) this.#refuse(error)
    else if (!this.#isLogged) this.#log.warn({ err: error, task: this.name }, line)
    this.#isLogged = true
    this.#end('failed')
  }

  #end(result: JobResult): void {
    this.#ended = { succeeded: 0, failed: 0 }
    if (result === 'succeeded') this.#isLogged = false
    measured.emit('job', this.name, result)
  }

  #count(result: JobResult): void {
    this.#ended[result]++
    measured.emit('jobItem', this.name, result)
  }

  #succeed(): void {
    this.#count('succeeded')
    if (this.#unstored === 0) this.#recover()
  }

  // Refusals that come at the same time do not make the pause longer.
  #refuse(error: unknown): 'refused' {
    const now = performance.now()
    if (!this.#outage)
      this.#log.warn(
        { err: error, task: this.name },
        'the database refuses the work of a job, which tries again',
      )
    this.#outage ??= { since: now, refused: 0, pauseMs: FIRST_PAUSE_MS, until: now }
    const outage = this.#outage
    outage.refused++
    if (outage.until > now) return 'refused'
    outage.until = now + outage.pauseMs
    outage.pauseMs = Math.min(2 * outage.pauseMs, LONGEST_PAUSE_MS)
    return 'refused'
  }

  #recover(): void {
    if (!this.#outage) return
    const { since, refused } = this.#outage
    const seconds = Math.round((performance.now() - since) / 1_000)
    this.#log.info(
      { task: this.name, refused, seconds },
      'the database does the work of a job again',
    )
    this.#outage = null
  }
}
