export interface Waiting {
  /** The caller or the firm that the entry belongs to. */
  readonly party: string
  readonly isKnown: boolean
}

// Entries in a lane for each party. Parties take turns, independent of the number of their entries.
class Lanes<Each extends Waiting> {
  protected readonly lanes = new Map<string, Each[]>()

  add(added: Each): void {
    const lane = this.lanes.get(added.party) ?? []
    this.lanes.set(added.party, lane)
    lane.push(added)
  }

  /** Removes an entry that waits no longer. Returns false if it is in no lane. */
  remove(waiting: Each): boolean {
    const lane = this.lanes.get(waiting.party) ?? []
    const place = lane.indexOf(waiting)
    if (place === -1) return false
    lane.splice(place, 1)
    if (lane.length === 0) this.lanes.delete(waiting.party)
    return true
  }

  /** The entry that `take` removes from the first lane that has one. A lane from which it removes none is dropped. */
  takeNext(take: (lane: Each[]) => Each | undefined): Each | undefined {
    for (const [party, lane] of this.lanes) {
      const taken = take(lane)
      this.lanes.delete(party)
      if (taken && lane.length > 0) this.lanes.set(party, lane)
      if (taken) return taken
    }
    return undefined
  }
}

export interface WaitingForSlot extends Waiting {
  readonly since: number
}

// One in this number of slots goes to unknown callers first. They get no larger part of a full gateway.
const UNKNOWN_SLOT = 4

/**
 * The requests that wait for a slot, in each lane the newest first: under overload some wait too long in any order; in
 * this order the others wait only briefly. One that has waited longer than `patience` milliseconds is not served any
 * more.
 */
export class SlotQueue<Each extends WaitingForSlot> {
  readonly #patience: number
  // In order of arrival.
  readonly #all = new Set<Each>()
  readonly #known = new Lanes<Each>()
  readonly #unknown = new Lanes<Each>()
  #taken = 0

  constructor(patience: number) {
    this.#patience = patience
  }

  get size(): number {
    return this.#all.size
  }

  add(waiting: Each): void {
    this.#all.add(waiting)
    this.#lanesOf(waiting).add(waiting)
  }

  remove(waiting: Each): void {
    if (this.#all.delete(waiting)) this.#lanesOf(waiting).remove(waiting)
  }

  /** Removes and returns the request that gets the next slot; undefined if none can be served. */
  takeNext(now: number): Each | undefined {
    const forUnknown = ++this.#taken % UNKNOWN_SLOT === 0
    const [first, other] = forUnknown ? [this.#unknown, this.#known] : [this.#known, this.#unknown]
    // The rest of a lane is older than its newest. It stays in the queue until `takeOverdue` removes it.
    const take = (lane: Each[]) => (this.#isOverdue(lane.at(-1), now) ? undefined : lane.pop())
    const next = first.takeNext(take) ?? other.takeNext(take)
    if (next) this.#all.delete(next)
    return next
  }

  /** Removes and returns the oldest request, if it is overdue or `isFull`. */
  takeOverdue(now: number, isFull = false): Each | undefined {
    const [oldest] = this.#all
    if (!oldest || !(isFull || this.#isOverdue(oldest, now))) return undefined
    this.remove(oldest)
    return oldest
  }

  #lanesOf({ isKnown }: Waiting): Lanes<Each> {
    return isKnown ? this.#known : this.#unknown
  }

  #isOverdue(waiting: Each | undefined, now: number): boolean {
    return waiting !== undefined && now - waiting.since > this.#patience
  }
}

/**
 * The requests that wait for their turn of heavy work. They can wait for seconds and hold a page in memory. So the
 * places are few, and the oldest entry of a party is first. If no place is free, the party with the most entries gives
 * one up, so that no party can fill the queue and block the others.
 */
export class HeavyQueue<Each extends Waiting> extends Lanes<Each> {
  readonly #places: Readonly<Record<'known' | 'unknown', number>>

  constructor(places: Readonly<Record<'known' | 'unknown', number>>) {
    super()
    this.#places = places
  }

  /**
   * Adds an entry. Returns the entry that loses its place, or null: the newest entry of the party with the most entries,
   * or the added entry itself if its own party would otherwise have as many.
   */
  admit(added: Each): Each | null {
    const rivals = [...this.lanes.values()].filter(([first]) => first?.isKnown === added.isKnown)
    const longest = rivals.reduce((most, lane) => (lane.length > most.length ? lane : most), [])
    const isFull = rivals.flat().length >= this.#places[added.isKnown ? 'known' : 'unknown']
    const own = this.lanes.get(added.party)?.length ?? 0
    if (isFull && own + 1 >= longest.length) return added
    const lost = isFull ? (longest.at(-1) ?? null) : null
    if (lost) this.remove(lost)
    this.add(added)
    return lost
  }

  /** Removes and returns the entry whose turn it is. Returns undefined if the queue is empty. */
  takeOldest(): Each | undefined {
    return this.takeNext((lane) => lane.shift())
  }
}
