import type pg from 'pg'
import type { Logger } from 'pino'
import {
  describeError,
  type EndedRequest,
  errorBuffer,
  grantUsage,
  grantUsageBuffer,
  keyUsage,
  keyUsageBuffer,
} from './usage.rows.ts'
import {
  addErrors,
  addGrantUsage,
  addKeyUsage,
  type ErrorRow,
  type GrantUsage,
  type KeyUsage,
  MAX_ERRORS,
  removeSurplusErrors,
} from './usage.writes.ts'
import type { UsageBuffer } from './usage-buffer.ts'

export interface RecorderOptions {
  readonly pool: pg.Pool
  readonly log: Logger
  /** The rows that wait in memory, at most, of each kind. */
  readonly most?: number
}

const FLUSH_EVERY_MS = 5_000
const MAX_ROWS = 20_000

/**
 * Records the requests of API keys. Recording adds to counters in memory and neither fails nor waits.
 * They are written every few seconds; after a failure they stay in memory, up to a limit.
 */
export class UsageRecorder {
  readonly #options: RecorderOptions
  readonly #keys: UsageBuffer<KeyUsage>
  readonly #grants: UsageBuffer<GrantUsage>
  readonly #errors: UsageBuffer<ErrorRow[]>
  #flushed: Promise<void> = Promise.resolve()
  #flushing = false
  #failing = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: RecorderOptions) {
    const { most = MAX_ROWS } = options
    this.#options = options
    this.#keys = keyUsageBuffer(most)
    this.#grants = grantUsageBuffer(most)
    this.#errors = errorBuffer(Math.ceil(most / MAX_ERRORS))
  }

  /** Counts a request that has ended. */
  record(request: EndedRequest): void {
    const { usage } = request
    this.#keys.add(usage.keyId, keyUsage(request))
    for (const opened of usage.opened.values())
      this.#grants.add(opened.grant.id, grantUsage(request, opened))
    if (usage.error) this.#errors.add(usage.keyId, [describeError(request, usage.error)])
    if (this.#isCrowded()) void this.flush()
  }

  /** Writes the counters. Never throws: what could not be written stays in memory and is written later. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#write())
    return this.#flushed
  }

  /** Starts writing every few seconds. */
  start(): void {
    this.#timer = setTimeout(async () => {
      await this.flush()
      if (this.#timer) this.start()
    }, FLUSH_EVERY_MS).unref()
  }

  /** Stops, and writes a last time: counters that cannot be written now are lost. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.flush()
    if (this.#failing) this.#options.log.warn('usage lost: it could not be written at the end')
  }

  // While writes fail, a crowded buffer causes no extra writes.
  #isCrowded(): boolean {
    if (this.#flushing || this.#failing) return false
    return this.#keys.isCrowded || this.#grants.isCrowded || this.#errors.isCrowded
  }

  async #write(): Promise<void> {
    const { pool, log } = this.#options
    this.#flushing = true
    try {
      await this.#keys.drain((rows) => addKeyUsage(pool, rows))
      await this.#grants.drain((rows) => addGrantUsage(pool, rows))
      await this.#writeErrors()
      this.#failing = false
    } catch (error) {
      if (!this.#failing)
        log.warn(
          { err: error },
          'usage could not be written; it stays in memory until the next attempt',
        )
      this.#failing = true
    }
    this.#flushing = false
    this.#reportLost()
  }

  // Surplus errors are removed separately: if that fails, nothing is written twice.
  async #writeErrors(): Promise<void> {
    const { pool } = this.#options
    let keyIds: string[] = []
    await this.#errors.drain(async (rows) => {
      const errors = rows.flat()
      await addErrors(pool, errors)
      keyIds = [...new Set(errors.map((error) => error.key_id))]
    })
    if (keyIds.length > 0) await removeSurplusErrors(pool, keyIds)
  }

  #reportLost(): void {
    const keys = this.#keys.takeLost()
    const grants = this.#grants.takeLost()
    const errors = this.#errors.takeLost()
    if (keys + grants + errors > 0)
      this.#options.log.warn({ keys, grants, errors }, 'usage lost: more than there is room for')
  }
}
