import { createHistogram } from 'node:perf_hooks'
import type { Reply } from './connection.ts'
import type { LoadReport } from './load.ts'

/** Collects the responses of one load. Instants are milliseconds of `performance.now()`. */
export class Measurement {
  readonly #start: number
  readonly #expectedBytes: number | undefined
  /** In microseconds. */
  readonly #latencies = createHistogram()
  #responses = 0
  #lastResponse = 0
  #errors = 0
  #firstError: string | null = null

  constructor(start: number, expectedBytes: number | undefined) {
    this.#start = start
    this.#expectedBytes = expectedBytes
  }

  /** Counts a response to a request that was due at an instant. */
  record(due: number, { status, bytes }: Reply): void {
    const now = performance.now()
    this.#latencies.record(Math.max(1, Math.round((now - due) * 1000)))
    this.#responses++
    this.#lastResponse = now
    if (status !== 200) this.recordError(`status ${status}`)
    else if (bytes !== (this.#expectedBytes ?? bytes))
      this.recordError(`${bytes} bytes instead of ${this.#expectedBytes}`)
  }

  recordError(reason: string): void {
    this.#errors++
    this.#firstError ??= reason
  }

  report(): LoadReport {
    const seconds = (this.#lastResponse - this.#start) / 1000
    const percentile = (share: number) => this.#latencies.percentile(share) / 1000
    return {
      perSecond: this.#responses / seconds,
      p50: percentile(50),
      p99: percentile(99),
      responses: this.#responses,
      errors: this.#errors,
      firstError: this.#firstError,
    }
  }
}
