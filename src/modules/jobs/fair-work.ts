import { setMaxListeners } from 'node:events'
import type { Due } from './due.reads.ts'
import type { JobHealth, Outcome } from './job-health.ts'

/** The time that work in progress still has when its job stops. The next process does the rest. */
const GRACE_MS = 3_000

// A firm that is forgotten counts as one that never had a turn, and the one forgotten had its turn longest ago.
const REMEMBERED_FIRMS = 1_000

// A piece of which nothing was done is left out for the first time. One that is broken is left out for twice as long
// after each try.
const LATER_MS = 1_000
const BROKEN_MS = 60_000
const LONGEST_BROKEN_MS = 15 * 60_000

interface FairOptions {
  readonly health: JobHealth
  /** The pieces of work at the same time, and those of one firm. Work without a firm counts as that of one firm. */
  readonly most: number
  readonly mostOfFirm: number
  /** Does one piece. The signal ends work that still runs three seconds after a stop. */
  readonly work: (id: string, signal: AbortSignal) => Promise<Outcome>
  readonly onEnd: () => void
}

/** Does what is due, a few pieces at the same time. Firms take turns: one with much to do delays no other. */
export class FairWork {
  readonly #options: FairOptions
  readonly #running = new Map<string, { firmId: string | null; done: Promise<void> }>()
  readonly #turns = new Map<string | null, number>()
  /** When the pieces that are left out are begun again, by a clock that is not set back. */
  readonly #later = new Map<string, { readonly until: number; readonly pauseMs: number }>()
  readonly #abort = new AbortController()
  #waiting: readonly Due[] = []
  #turn = 0
  #isStopping = false

  constructor(options: FairOptions) {
    this.#options = options
    // Each piece of work listens to it.
    setMaxListeners(0, this.#abort.signal)
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** Whether nothing is begun for now, because the database has refused work. One piece tries whether it still does. */
  get isResting(): boolean {
    const { health } = this.#options
    return health.isRefused && (health.pauseMs > 0 || this.#running.size > 0)
  }

  /** The pieces that are left out for now. */
  get postponed(): string[] {
    const now = performance.now()
    for (const [id, { until }] of this.#later)
      if (until + LONGEST_BROKEN_MS <= now) this.#later.delete(id)
    return [...this.#later].flatMap(([id, { until }]) => (until > now ? [id] : []))
  }

  /** Replaces the waiting work, in its order for each firm, and begins as much as there is room for. */
  offer(items: readonly Due[]): void {
    const left = new Set(this.postponed)
    this.#waiting = items.filter(({ id }) => !this.#running.has(id) && !left.has(id))
    this.#beginNext()
  }

  /** Waits until nothing runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0)
      await Promise.race([...this.#running.values()].map(({ done }) => done))
  }

  /** Begins nothing more, and waits for the running work, for a few seconds. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const limit = setTimeout(() => this.#abort.abort(), GRACE_MS)
    await this.idle()
    clearTimeout(limit)
  }

  #beginNext(): void {
    while (!this.#isStopping && !this.isResting && this.#running.size < this.#options.most) {
      const next = this.#next()
      if (!next) return
      this.#begin(next)
    }
  }

  // Of the firms that have room, the one first whose latest turn was longest ago.
  #next(): Due | undefined {
    let next: Due | undefined
    for (const item of this.#waiting)
      if (this.#hasRoom(item.firmId) && (!next || this.#turnOf(item) < this.#turnOf(next)))
        next = item
    return next
  }

  #turnOf({ firmId }: Due): number {
    return this.#turns.get(firmId) ?? 0
  }

  #hasRoom(firmId: string | null): boolean {
    const running = [...this.#running.values()].filter((each) => each.firmId === firmId)
    return running.length < this.#options.mostOfFirm
  }

  #begin({ id, firmId }: Due): void {
    this.#waiting = this.#waiting.filter((each) => each.id !== id)
    this.#takeTurn(firmId)
    this.#running.set(id, { firmId, done: this.#do(id) })
  }

  async #do(id: string): Promise<void> {
    const { health, work, onEnd } = this.#options
    const outcome = await health.item(id, () => work(id, this.#abort.signal))
    this.#running.delete(id)
    if (outcome === 'refused') this.#waiting = []
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
