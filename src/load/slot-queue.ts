/** An entry that waits. */
export interface Waiting {
  /** The caller or the firm that the entry belongs to. */
  readonly party: string
  /** Whether the party has been identified. */
  readonly isKnown: boolean
}

/** Entries in a lane for each party. Parties take turns, independent of the number of their entries. */
export class Lanes<Each extends Waiting> {
  protected readonly lanes = new Map<string, Each[]>()

  add(added: Each): void {
    const lane = this.lanes.get(added.party)
    if (lane) lane.push(added)
    else this.lanes.set(added.party, [added])
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
      if (!taken) continue
      if (lane.length > 0) this.lanes.set(party, lane)
      return taken
    }
    return undefined
  }
}

/** A request that waits for a slot. */
export interface WaitingForSlot extends Waiting {
  /** When it began to wait, in milliseconds of `performance.now()`. */
  readonly since: number
}

// One in this number of slots goes to unknown callers first. They get no larger part of a full gateway.
const UNKNOWN_SLOT = 4

/**
 * The requests that wait for a slot. In a lane the newest request is first. Under overload, some requests wait too long
 * in any order; with this order, the others wait only briefly. Requests that have waited longer than `patience`
 * milliseconds are overdue: they are not served any more.
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
    const [first, second] =
      ++this.#taken % UNKNOWN_SLOT === 0
        ? [this.#unknown, this.#known]
        : [this.#known, this.#unknown]
    const takeNewest = (lane: Each[]) => {
      const newest = lane.at(-1)
      // The rest of the lane is older. It stays in the queue until `takeOverdue` removes it.
      return newest && !this.#isOverdue(newest, now) ? lane.pop() : undefined
    }
    const next = first.takeNext(takeNewest) ?? second.takeNext(takeNewest)
    if (next) this.#all.delete(next)
    return next
  }

  /** Removes and returns the oldest request, if it is overdue or `isFull`. */
  takeOverdue(now: number, isFull = false): Each | undefined {
    const [oldest] = this.#all
    if (!oldest || (!isFull && !this.#isOverdue(oldest, now))) return undefined
    this.remove(oldest)
    return oldest
  }

  #lanesOf({ isKnown }: Waiting): Lanes<Each> {
    return isKnown ? this.#known : this.#unknown
  }

  #isOverdue({ since }: WaitingForSlot, now: number): boolean {
    return now - since > this.#patience
  }
}
