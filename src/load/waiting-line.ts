/** A request that waits for its turn. */
export interface Waiting {
  /** The lane of the caller. Lanes are served in rotation, independent of their length. */
  readonly lane: string
  /** Whether the lane belongs to a caller that has been identified before. */
  readonly isKnown: boolean
  /** When it began to wait, in milliseconds of `performance.now()`. */
  readonly since: number
}

// One in this number of turns goes to unknown callers first. They get no larger part of a full gateway.
const UNKNOWN_TURN = 4

type Lanes<Each> = Map<string, Each[]>

/**
 * The requests that wait for their turn, in a lane for each caller. Lanes take turns, so that a caller with many
 * requests is served no more often than one with few. In a lane the newest request is first. Under overload, some
 * requests wait too long in any order; with this order, the others wait only briefly. Requests that have waited longer
 * than `patience` milliseconds are not served any more.
 *
 * It differs from `FairLine` because a turn differs from heavy work. Thousands of requests can wait, and each waits for
 * less than a second. So the oldest requests are refused, and adding one takes the same time in a line of any length.
 */
export class WaitingLine<Each extends Waiting> {
  readonly #patience: number
  readonly #all = new Set<Each>()
  readonly #known: Lanes<Each> = new Map()
  readonly #unknown: Lanes<Each> = new Map()
  #turns = 0

  constructor(patience: number) {
    this.#patience = patience
  }

  get size(): number {
    return this.#all.size
  }

  add(waiting: Each): void {
    this.#all.add(waiting)
    const lanes = this.#lanesOf(waiting)
    const lane = lanes.get(waiting.lane)
    if (lane) lane.push(waiting)
    else lanes.set(waiting.lane, [waiting])
  }

  /** Removes a request that no longer needs a turn, for example because its client has disconnected. */
  remove(waiting: Each): void {
    if (this.#all.delete(waiting)) this.#trim(waiting)
  }

  /** Removes and returns the request whose turn it is; undefined where none can be served. */
  takeNext(now: number): Each | undefined {
    this.#turns++
    const [first, second] =
      this.#turns % UNKNOWN_TURN === 0 ? [this.#unknown, this.#known] : [this.#known, this.#unknown]
    return this.#takeFrom(first, now) ?? this.#takeFrom(second, now)
  }

  /** Removes and returns the oldest request, if it is too old to be served or `isFull`. */
  takeOverdue(now: number, isFull = false): Each | undefined {
    const [oldest] = this.#all
    if (!oldest || (!isFull && !this.#isOverdue(oldest, now))) return undefined
    this.remove(oldest)
    return oldest
  }

  // A request that has left the line stays in its lane array until the requests before it have left as well. The oldest
  // leave first, and no request stays longer than its deadline.
  #trim(waiting: Each): void {
    const lanes = this.#lanesOf(waiting)
    const lane = lanes.get(waiting.lane) ?? []
    const live = lane.findIndex((each) => this.#all.has(each))
    if (live === -1) lanes.delete(waiting.lane)
    else if (live > 0) lane.splice(0, live)
  }

  #takeFrom(lanes: Lanes<Each>, now: number): Each | undefined {
    for (const [name, lane] of lanes) {
      const newest = this.#takeNewest(lane, now)
      // The lane moves to the end of the order. A lane with no request that can be served is removed.
      lanes.delete(name)
      if (!newest) continue
      if (lane.length > 0) lanes.set(name, lane)
      return newest
    }
    return undefined
  }

  #takeNewest(lane: Each[], now: number): Each | undefined {
    for (let newest = lane.pop(); newest; newest = lane.pop()) {
      // The remaining requests of the lane are older. They stay in the line until `takeOverdue` removes them.
      if (this.#isOverdue(newest, now)) return undefined
      if (this.#all.delete(newest)) return newest
    }
    return undefined
  }

  #lanesOf({ isKnown }: Waiting): Lanes<Each> {
    return isKnown ? this.#known : this.#unknown
  }

  #isOverdue({ since }: Waiting, now: number): boolean {
    return now - since > this.#patience
  }
}
