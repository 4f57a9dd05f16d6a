import type pg from 'pg'
import type { Logger } from 'pino'
import { codeOf } from '../../errors.ts'
import { addRequests, describeRequest, removeSurplusRequests } from './request.writes.ts'
import { addUsage } from './usage.writes.ts'
import { UsageBuffer, type UsageEvent, type Waiting } from './usage-buffer.ts'

interface RecorderOptions {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly buffer?: UsageBuffer
}

const FLUSH_EVERY_MS = 5_000
// A part is described and written within a few milliseconds, and other requests are served in between.
const TALLIES_A_STATEMENT = 1_000
const REQUESTS_A_STATEMENT = 200
// How many requests of a key are written until its surplus is removed.
const SLACK = 100
const KEYS_A_STATEMENT = 50
const MAX_KEYS = 10_000
// Codes of PostgreSQL for a row that it will never store: a value that it cannot have, or an integrity violation.
const NEVER_STORED = /^2[23]/

/**
 * Records the requests of API keys. `record` adds to a buffer in memory; it never fails or waits. The buffer is written
 * every few seconds. After a failure its content stays in memory, up to a limit.
 */
export class UsageRecorder {
  readonly #options: Required<RecorderOptions>
  /** The number of requests that were written since the surplus was removed, by key. */
  readonly #written = new Map<string, number>()
  /** The errors of the rows that this flush has lost. */
  readonly #refused: unknown[] = []
  #flushed: Promise<void> = Promise.resolve()
  #flushing = false
  #failing = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: RecorderOptions) {
    this.#options = { buffer: new UsageBuffer(), ...options }
  }

  /** Records a request that has ended. */
  record(event: UsageEvent): void {
    const { buffer } = this.#options
    buffer.add(event)
    // While writes fail, a crowded buffer causes no extra writes.
    if (!this.#flushing && !this.#failing && buffer.isCrowded) void this.flush()
  }

  /** Writes the buffer. Never throws: what could not be written stays in memory and is written later. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#flush())
    return this.#flushed
  }

  /** Starts writing every few seconds. */
  start(): void {
    this.#timer = setTimeout(async () => {
      await this.flush()
      if (this.#timer) this.start()
    }, FLUSH_EVERY_MS).unref()
  }

  /** Stops, and writes one last time. Usage that cannot be written now is lost. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.flush()
    if (this.#failing) this.#options.log.warn('usage lost: it could not be written at the end')
  }

  async #flush(): Promise<void> {
    const { buffer, log } = this.#options
    this.#flushing = true
    const waiting = buffer.take()
    try {
      await this.#write(waiting)
      this.#failing = false
    } catch (error) {
      buffer.restore(waiting)
      if (!this.#failing)
        log.warn(
          { err: error },
          'usage could not be written; it stays in memory until the next attempt',
        )
      this.#failing = true
    }
    this.#flushing = false
    const [err, ...others] = this.#refused.splice(0)
    if (err) log.warn({ err, rows: 1 + others.length }, 'usage lost: the database cannot store it')
    const lost = buffer.takeLost()
    if (lost) log.warn(lost, 'usage lost: more than there is room for')
  }

  async #write({ tallies, requests }: Waiting): Promise<void> {
    const { pool } = this.#options
    await this.#inParts(tallies, TALLIES_A_STATEMENT, (part) => addUsage(pool, part))
    await this.#inParts(requests, REQUESTS_A_STATEMENT, async (part) => {
      await addRequests(pool, part.map(describeRequest))
      for (const { key_id } of part) this.#written.set(key_id, (this.#written.get(key_id) ?? 0) + 1)
    })
    const early = this.#written.size - MAX_KEYS
    // If there are too many keys to count, the surplus of the first ones is removed early.
    const due = [...this.#written].filter(([, count], place) => count >= SLACK || place < early)
    await this.#inParts(due, KEYS_A_STATEMENT, async (part) => {
      const keyIds = part.map(([keyId]) => keyId)
      await removeSurplusRequests(pool, keyIds)
      for (const keyId of keyIds) this.#written.delete(keyId)
    })
  }

  // A part that is written leaves the list, so that nothing is written twice. Of a part that cannot be stored, each row is
  // written alone: without this, one row would keep all others from being written for ever.
  async #inParts<Row>(
    rows: Row[],
    most: number,
    write: (part: readonly Row[]) => Promise<void>,
  ): Promise<void> {
    let alone = 0
    while (rows.length > 0) {
      const part = rows.slice(0, alone > 0 ? 1 : most)
      try {
        await write(part)
      } catch (error) {
        if (!NEVER_STORED.test(codeOf(error))) throw error
        if (part.length > 1) {
          alone = part.length
          continue
        }
        this.#refused.push(error)
      }
      rows.splice(0, part.length)
      alone--
    }
  }
}
