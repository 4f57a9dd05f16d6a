import type pg from 'pg'
import type { Logger } from 'pino'
import type { GrantUse, Use } from '../../access/use.ts'
import { Tally } from './tally.ts'
import {
  addCounts,
  addErrors,
  addReads,
  type CountRow,
  ERRORS_KEPT,
  type ErrorRow,
  type ReadRow,
  removeOldUsage,
  removeSurplusErrors,
} from './usage.writes.ts'

/** A request that has ended. */
export interface EndedRequest {
  readonly use: Use
  readonly requestId: string
  /** When it began. */
  readonly at: Date
  /** Its method and path, with names for what varies: `GET /api/v1/assets/{id}`. */
  readonly endpoint: string
  /** The status that was sent. */
  readonly status: number
}

/** What a recorder works with. */
export interface RecorderOptions {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly now: () => Date
  /** The rows that wait in memory, at most, of each kind. */
  readonly most?: number
}

interface KeyErrors {
  requests: number
  readonly errors: ErrorRow[]
}

const HOUR_MS = 3_600_000
const FLUSH_EVERY_MS = 5_000
const MOST_ROWS = 20_000

/**
 * Records what API keys use. Recording adds to counters in memory and can neither fail nor wait;
 * they are written every few seconds. What cannot be written waits, within bounds.
 */
export class UsageRecorder {
  readonly #options: RecorderOptions
  readonly #counts: Tally<CountRow>
  readonly #reads: Tally<ReadRow>
  readonly #errors: Tally<KeyErrors>
  #flushed: Promise<void> = Promise.resolve()
  #flushing = false
  #failing = false
  #cleanedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(options: RecorderOptions) {
    const { most = MOST_ROWS } = options
    this.#options = options
    this.#counts = new Tally<CountRow>(most, addRequests)
    this.#reads = new Tally(most, (into, row) => {
      addRequests(into, row)
      into.assets += row.assets
    })
    this.#errors = new Tally(Math.ceil(most / ERRORS_KEPT), (into, row) => {
      into.errors.push(...row.errors)
      into.errors.splice(0, into.errors.length - ERRORS_KEPT)
      into.requests = into.errors.length
    })
  }

  /** Takes a request that has ended into account. */
  record(request: EndedRequest): void {
    const { use, at, endpoint } = request
    const hour = new Date(at.getTime() - (at.getTime() % HOUR_MS))
    const outcome = outcomeOf(use.refusal?.status ?? request.status)
    this.#count(use.keyId, hour, endpoint, outcome, at)
    for (const [grantId, opened] of use.opened) {
      this.#count(grantId, hour, endpoint, outcome, at)
      if (request.status < 400) this.#read(opened, hour, request)
    }
    if (use.refusal) this.#err(use.keyId, describeError(request, use.refusal))
    if (this.#isCrowded()) void this.flush()
  }

  /** Writes what was recorded, and now and then removes what is old. Never throws: what could not be written is kept. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#write())
    return this.#flushed
  }

  /** Begins to write every few seconds. */
  start(): void {
    this.#timer = setTimeout(async () => {
      await this.flush()
      if (this.#timer) this.start()
    }, FLUSH_EVERY_MS).unref()
  }

  /** Stops that, and writes a last time. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.flush()
  }

  #count(subject: string, hour: Date, endpoint: string, outcome: CountRow['outcome'], at: Date) {
    const row = { subject, hour, endpoint, outcome, requests: 1, last_at: at }
    this.#counts.add(`${subject} ${hour.getTime()} ${outcome} ${endpoint}`, row)
  }

  // Word that nothing has changed is a read too, though it gives no asset.
  #read({ grant, assets }: GrantUse, hour: Date, { at, endpoint, status }: EndedRequest) {
    const scopes = grant.scopes.join(',')
    const given = status === 304 ? 0 : assets
    const row = { grant_id: grant.id, hour, endpoint, scopes }
    const key = `${grant.id} ${hour.getTime()} ${scopes} ${endpoint}`
    this.#reads.add(key, { ...row, requests: 1, assets: given, last_at: at })
  }

  #err(keyId: string, error: ErrorRow) {
    this.#errors.add(keyId, { requests: 1, errors: [error] })
  }

  // While the database fails, room is waited for and not fought for.
  #isCrowded(): boolean {
    if (this.#flushing || this.#failing) return false
    return this.#counts.crowded || this.#reads.crowded || this.#errors.crowded
  }

  async #write(): Promise<void> {
    const { pool, log } = this.#options
    this.#flushing = true
    try {
      await this.#counts.drain((rows) => addCounts(pool, rows))
      await this.#reads.drain((rows) => addReads(pool, rows))
      await this.#writeErrors()
      await this.#clean()
      this.#failing = false
    } catch (error) {
      if (!this.#failing) log.warn({ err: error }, 'usage not written; it is kept and tried again')
      this.#failing = true
    }
    this.#flushing = false
    this.#tellLost()
  }

  // What is past the newest is removed apart: were it to fail, nothing would be written twice.
  async #writeErrors(): Promise<void> {
    const { pool } = this.#options
    let keyIds: string[] = []
    await this.#errors.drain(async (rows) => {
      const errors = rows.flatMap((row) => row.errors)
      await addErrors(pool, errors)
      keyIds = [...new Set(errors.map((error) => error.key_id))]
    })
    if (keyIds.length > 0) await removeSurplusErrors(pool, keyIds)
  }

  async #clean(): Promise<void> {
    const now = this.#options.now()
    if (now.getTime() - this.#cleanedAt < HOUR_MS) return
    await removeOldUsage(this.#options.pool, now)
    this.#cleanedAt = now.getTime()
  }

  #tellLost(): void {
    const counts = this.#counts.takeLost()
    const reads = this.#reads.takeLost()
    const errors = this.#errors.takeLost()
    if (counts + reads + errors > 0)
      this.#options.log.warn({ counts, reads, errors }, 'usage lost: more than there is room for')
  }
}

function addRequests(into: CountRow | ReadRow, row: CountRow | ReadRow): void {
  into.requests += row.requests
  if (row.last_at > into.last_at) into.last_at = row.last_at
}

function describeError(
  { use, at, endpoint, requestId }: EndedRequest,
  { status, code }: NonNullable<Use['refusal']>,
): ErrorRow {
  return { key_id: use.keyId, at, endpoint, status, code, request_id: requestId }
}

function outcomeOf(status: number): CountRow['outcome'] {
  if (status < 400) return 'ok'
  if (status === 429) return 'limited'
  return status < 500 ? 'refused' : 'failed'
}
