import { setMaxListeners } from 'node:events'
import type pg from 'pg'
import { isText, orNull, rowReader } from '../../access/rows.ts'
import { readRows } from '../../database/statement.ts'
import { groupBy } from '../../values/group-by.ts'
import type { JobHealth, Outcome, Store } from './job-health.ts'

// The time that work in progress still has when its job stops. The next process does the rest.
const GRACE_MS = 3_000

// While listed work waits, a new list is made after this time.
const LISTED_MS = 400

// A firm that is forgotten counts as one that never had a turn, and the one forgotten had its turn longest ago.
const REMEMBERED_FIRMS = 1_000

// A piece of which nothing was done is left out for the first time. One that is broken is left out for twice as long
// after each try.
const LATER_MS = 1_000
const BROKEN_MS = 60_000
const LONGEST_BROKEN_MS = 15 * 60_000

interface FairOptions {
  readonly health: JobHealth
  /** The turns at the same time, and those of one firm. Work without a firm counts as that of one firm. */
  readonly most: number
  readonly mostOfFirm: number
  /** The pieces of work that begin together in a turn, which lasts until the last of them ends. Default: 1. */
  readonly ofTurn?: number
  /** Does one piece. The signal ends work that still runs three seconds after a stop. */
  readonly work: (item: Due, signal: AbortSignal, store: Store) => Promise<Outcome>
  readonly onEnd: () => void
}

interface Turn {
  readonly firmId: string | null
  /** The pieces that have not ended. */
  pieces: number
}

/** Does what is due, a few pieces at the same time. Firms take turns: one with much to do delays no other. */
export class FairWork {
  readonly #options: FairOptions
  readonly #running = new Map<string, Promise<void>>()
  readonly #runningTurns = new Set<Turn>()
  readonly #turns = new Map<string | null, number>()
  /** When the pieces that are left out are begun again, by a clock that is not set back. */
  readonly #later = new Map<string, { readonly until: number; readonly pauseMs: number }>()
  readonly #abort = new AbortController()
  #waiting = new Map<string | null, Due[]>()
  // Since the waiting work was replaced. Work that is due for several firms is done for one of them.
  #begun = new Set<string>()
  #offeredAt = 0
  #turn = 0
  #isStopping = false

  constructor(options: FairOptions) {
    this.#options = options
    // Each piece of work listens to it.
    setMaxListeners(0, this.#abort.signal)
  }

  /** Whether a list is not to be read: one is that new, and some of it waits. */
  get isListed(): boolean {
    return this.#waiting.size > 0 && performance.now() - this.#offeredAt < LISTED_MS
  }

  /** Whether nothing is begun for now, because the database has refused work. One piece tries whether it still does. */
  get isResting(): boolean {
    const { health } = this.#options
    return health.isRefused && (health.pauseMs > 0 || this.#running.size > 0)
  }

  get postponed(): string[] {
    const now = performance.now()
    for (const [id, { until }] of this.#later)
      if (until + LONGEST_BROKEN_MS <= now) this.#later.delete(id)
    return [...this.#later].flatMap(([id, { until }]) => (until > now ? [id] : []))
  }

  /** Replaces the waiting work, in its order for each firm, and begins as much as there is room for. */
  offer(items: readonly Due[]): void {
    const left = new Set(this.postponed)
    const waiting = items.filter(({ id }) => !this.#running.has(id) && !left.has(id))
    this.#waiting = groupBy(waiting, ({ firmId }) => firmId)
    this.#begun = new Set()
    this.#offeredAt = performance.now()
    this.#beginNext()
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.race(this.#running.values())
  }

  /** Begins nothing more, and waits for the running work, for a few seconds. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const limit = setTimeout(() => this.#abort.abort(), GRACE_MS)
    await this.idle()
    clearTimeout(limit)
  }

  #beginNext(): void {
    const { most, ofTurn = 1, health } = this.#options
    while (!this.#isStopping && !this.isResting && this.#runningTurns.size < most) {
      const firm = this.#nextFirm()
      if (firm === undefined) return
      this.#takeTurn(firm)
      // While the database refuses work, one piece tries.
      this.#beginTurn(firm, this.#take(firm, health.isRefused ? 1 : ofTurn))
    }
  }

  // Of the firms that have room, the one whose latest turn was longest ago.
  #nextFirm(): string | null | undefined {
    const turnOf = (firm: string | null) => this.#turns.get(firm) ?? 0
    const running = [...this.#runningTurns].map(({ firmId }) => firmId)
    let next: string | null | undefined
    for (const firm of this.#waiting.keys())
      if (running.filter((each) => each === firm).length < this.#options.mostOfFirm)
        if (next === undefined || turnOf(firm) < turnOf(next)) next = firm
    return next
  }

  // Up to so many pieces of the firm. A firm without another one waits no more.
  #take(firmId: string | null, most: number): string[] {
    const waiting = (this.#waiting.get(firmId) ?? []).filter(({ id }) => !this.#begun.has(id))
    const ids = waiting.splice(0, most).map(({ id }) => id)
    if (waiting.length > 0) this.#waiting.set(firmId, waiting)
    else this.#waiting.delete(firmId)
    for (const id of ids) this.#begun.add(id)
    return ids
  }

  #beginTurn(firmId: string | null, ids: readonly string[]): void {
    if (ids.length === 0) return
    const turn = { firmId, pieces: ids.length }
    this.#runningTurns.add(turn)
    for (const id of ids) this.#running.set(id, this.#do(id, turn))
  }

  async #do(id: string, turn: Turn): Promise<void> {
    const { health, work, onEnd } = this.#options
    const item = { id, firmId: turn.firmId }
    const outcome = await health.item(id, () => work(item, this.#abort.signal, health.store))
    this.#running.delete(id)
    if (--turn.pieces === 0) this.#runningTurns.delete(turn)
    if (outcome === 'refused') this.#waiting.clear()
    if (outcome === 'later') this.#leaveOut(id, LATER_MS)
    else if (outcome === 'broken') this.#leaveOut(id, this.#nextPauseOf(id))
    else this.#later.delete(id)
    this.#beginNext()
    onEnd()
  }

  #leaveOut(id: string, pauseMs: number): void {
    this.#later.set(id, { until: performance.now() + pauseMs, pauseMs })
  }

  #nextPauseOf(id: string): number {
    const { pauseMs = 0 } = this.#later.get(id) ?? {}
    return Math.min(Math.max(BROKEN_MS, 2 * pauseMs), LONGEST_BROKEN_MS)
  }

  #takeTurn(firmId: string | null): void {
    this.#turns.delete(firmId)
    this.#turns.set(firmId, ++this.#turn)
    const [longestAgo] = this.#turns.keys()
    if (this.#turns.size > REMEMBERED_FIRMS && longestAgo !== undefined)
      this.#turns.delete(longestAgo)
  }
}

const OF_FIRM = 50
const MOST = 500

export interface Due {
  readonly id: string
  /** The firm that it is done for. Null: it is of no firm. */
  readonly firmId: string | null
}

const readDueRow = rowReader('due', { id: isText, firmId: orNull(isText) })

/** Reads due work from a select of `id`, `firm_id` and `since`: of each firm the oldest, so that none hides another. */
export async function readDue(
  pool: pg.Pool,
  select: string,
  values: readonly unknown[],
  read: string,
): Promise<Due[]> {
  const turns = `SELECT id, firm_id AS "firmId" FROM (
    SELECT id, firm_id, since, row_number() OVER (PARTITION BY firm_id ORDER BY since, id) AS turn FROM (${select}) due) each
    WHERE turn <= ${OF_FIRM} ORDER BY turn, since, id LIMIT ${MOST}`
  return (await readRows(pool, turns, values, read)).map(readDueRow)
}
