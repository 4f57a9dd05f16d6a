import type pg from 'pg'
import type { Logger } from 'pino'
import type { GatewayError } from '../../errors.ts'
import { addErrorCounts, type ErrorCount } from './error.writes.ts'
import { RequestLogRecorder } from './request-log.recorder.ts'
import {
  type EndedRequest,
  grantUsage,
  grantUsageBuffer,
  keyUsage,
  keyUsageBuffer,
} from './usage.rows.ts'
import { addGrantUsage, addKeyUsage, type GrantUsage, type KeyUsage } from './usage.writes.ts'
import { UsageBuffer } from './usage-buffer.ts'

interface RecorderOptions {
  readonly pool: pg.Pool
  readonly log: Logger
  /** The maximum number of rows of each kind that wait in memory. */
  readonly most?: number
}

const FLUSH_EVERY_MS = 5_000
const MAX_ROWS = 20_000

/**
 * Records the requests of API keys. `record` adds to counters in memory; it never fails or waits. The counters are
 * written every few seconds. After a failure they stay in memory, up to a limit.
 */
export class UsageRecorder {
  readonly #options: RecorderOptions
  readonly #keys: UsageBuffer<KeyUsage>
  readonly #grants: UsageBuffer<GrantUsage>
  readonly #errorCounts: UsageBuffer<ErrorCount>
  readonly #requests: RequestLogRecorder
  #flushed: Promise<void> = Promise.resolve()
  #flushing = false
  #failing = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: RecorderOptions) {
    const { most = MAX_ROWS } = options
    this.#options = options
    this.#keys = keyUsageBuffer(most)
    this.#grants = grantUsageBuffer(most)
    this.#errorCounts = errorCountBuffer(most)
    this.#requests = new RequestLogRecorder(options.pool)
  }

  /** Counts a request that has ended. */
  record(request: EndedRequest): void {
    const { usage, error } = request
    this.#keys.add(usage.keyId, keyUsage(request))
    for (const opened of usage.opened.values())
      this.#grants.add(opened.grant.id, grantUsage(request, opened))
    if (error) this.#errorCounts.add(usage.keyId, errorCount(request, error))
    this.#requests.record(request)
    if (this.#isCrowded()) void this.flush()
  }

  /** Writes the counters. Never throws: counters that could not be written stay in memory and are written later. */
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

  /** Stops, and writes one last time. Counters that cannot be written now are lost. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.flush()
    if (this.#failing) this.#options.log.warn('usage lost: it could not be written at the end')
  }

  // While writes fail, a crowded buffer causes no extra writes.
  #isCrowded(): boolean {
    if (this.#flushing || this.#failing) return false
    const buffers = [this.#keys, this.#grants, this.#errorCounts, this.#requests]
    return buffers.some(({ isCrowded }) => isCrowded)
  }

  async #write(): Promise<void> {
    const { pool, log } = this.#options
    this.#flushing = true
    try {
      await this.#keys.drain((rows) => addKeyUsage(pool, rows))
      await this.#grants.drain((rows) => addGrantUsage(pool, rows))
      await this.#errorCounts.drain((counts) => addErrorCounts(pool, counts))
      await this.#requests.write()
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

  #reportLost(): void {
    const keys = this.#keys.takeLost()
    const grants = this.#grants.takeLost()
    const errors = this.#errorCounts.takeLost()
    const requests = this.#requests.takeLost()
    const lost = { keys, grants, errors, requests }
    if (keys + grants + errors + requests > 0)
      this.#options.log.warn(lost, 'usage lost: more than there is room for')
  }
}

const DAY_MS = 86_400_000

// The count that the error of a request adds to its key.
function errorCount(
  { usage, at, endpoint, requestId }: EndedRequest,
  { status, code }: GatewayError,
): ErrorCount {
  const day = Math.floor(at.getTime() / DAY_MS) * DAY_MS
  const last = { lastAt: at, lastRequestId: requestId }
  return { keyId: usage.keyId, day, endpoint, code, status, requests: 1, ...last }
}

// Creates the buffer that sums counts by key, day, endpoint and code.
function errorCountBuffer(most: number): UsageBuffer<ErrorCount> {
  return new UsageBuffer<ErrorCount>({
    most,
    isSame: (one, other) =>
      one.day === other.day && one.endpoint === other.endpoint && one.code === other.code,
    merge: (into, { requests, lastAt, lastRequestId }) => {
      into.requests += requests
      if (lastAt < into.lastAt) return
      into.lastAt = lastAt
      into.lastRequestId = lastRequestId
    },
    requests: ({ requests }) => requests,
  })
}
