import type pg from 'pg'
import { describeRequest, type PendingRequest, pendingRequest } from './request.rows.ts'
import { addRequests, removeSurplusRequests } from './request.writes.ts'
import { RequestBuffer } from './request-buffer.ts'
import type { EndedRequest } from './usage.rows.ts'

// A part is described and written within a few milliseconds, and other requests are served in between.
const PART = 200
// How many requests of a key are written until its surplus is removed.
const SLACK = 100
const KEYS_A_STATEMENT = 50
const MAX_KEYS = 10_000

/** Records single requests: in memory first, and when it is asked to write, in the database. */
export class RequestLogRecorder {
  readonly #pool: pg.Pool
  readonly #buffer = new RequestBuffer()
  /** The number of requests that were written since the surplus was removed, by key. */
  readonly #written = new Map<string, number>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  record(request: EndedRequest): void {
    this.#buffer.add(pendingRequest(request))
  }

  get isCrowded(): boolean {
    return this.#buffer.isCrowded
  }

  /** Returns the number of requests that were lost since the last call. */
  takeLost(): number {
    return this.#buffer.takeLost()
  }

  /** Writes the requests, and removes the oldest of keys that have many. */
  async write(): Promise<void> {
    await this.#buffer.drain(PART, async (requests) => {
      await addRequests(this.#pool, requests.map(describeRequest))
      this.#countWritten(requests)
    })
    const due = this.#dueKeys()
    for (let keys = due.splice(0, KEYS_A_STATEMENT); keys.length > 0; ) {
      await removeSurplusRequests(this.#pool, keys)
      for (const keyId of keys) this.#written.delete(keyId)
      keys = due.splice(0, KEYS_A_STATEMENT)
    }
  }

  // If there are too many keys to count, the surplus of the first ones is removed early.
  #dueKeys(): string[] {
    const early = Math.max(0, this.#written.size - MAX_KEYS)
    return [...this.#written].flatMap(([keyId, count], place) =>
      count >= SLACK || place < early ? [keyId] : [],
    )
  }

  #countWritten(requests: readonly PendingRequest[]): void {
    for (const { key_id } of requests)
      this.#written.set(key_id, (this.#written.get(key_id) ?? 0) + 1)
  }
}
