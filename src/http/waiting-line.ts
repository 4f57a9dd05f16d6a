/** A request that waits for its turn. */
export interface Waiting {
  /** Whose request it is. Lanes are served in rotation, whatever their length. */
  readonly lane: string
  /** Whether the lane is that of a caller which has been identified before. */
  readonly isKnown: boolean
  /** When it began to wait, in milliseconds of `performance.now()`. */
  readonly since: number
}

// Of so many turns one goes to callers that are not known first. They get no more of a full gateway.
const UNKNOWN_TURN = 4

type Lanes<Each> = Map<string, Each[]>

/**
 * The requests that wait for their turn, in a lane for each caller. Lanes take turns, so that a caller
 * with many requests is served no more often than one with few. In a lane the newest request is first:
 * under overload some requests wait too long in any order, and so the others hardly wait. Requests that
 * have waited longer than `patience` milliseconds are not served any more.
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

  /** Removes one that needs no turn any more, such as one whose client has disconnected. */
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

  // What has left the line stays in its lane until those before it have left as well. The oldest leave first,
  // and none stays longer than the limit of a request.
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
      // The lane goes to the end; without a request that can be served it is dropped.
      lanes.delete(name)
      if (!newest) continue
      if (lane.length > 0) lanes.set(name, lane)
      return newest
    }
    return undefined
  }

  #takeNewest(lane: Each[], now: number): Each | undefined {
    for (let newest = lane.pop(); newest; newest = lane.pop()) {
      // Those below it are older. They stay in the line until they are taken as overdue.
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
