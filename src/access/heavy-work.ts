import { LRUCache } from 'lru-cache'
import { serviceUnavailable } from '../errors.ts'
import { otherRequests, type Pause } from '../values/slices.ts'
import type { RequestContext } from './request-context.ts'

/** From so many characters of JSON on, a page is read and sent in slices, one such page at a time. */
export const HEAVY_LENGTH = 256 * 1024
// From so many on it is not even read before its turn: what waits would hold a connection, then memory.
const LARGE_LENGTH = 2 * 1024 * 1024

// Of the time that a turn took. It delays others in spite of its slices: its statement and the collection of its memory
// take the processor as well.
const REST = 2
const MAX_REST_MS = 500

// Of the time that the slice before it took: under load, when others are always in work, heavy work has a fifth of the time.
const PAUSE = 4
const MAX_PAUSE_MS = 20
const CHECK_MS = 1

// Fewer than the callers' slots together allow, since some of those that wait have read their page.
const MAX_WAITING = 200
const MAX_SOURCES = 10_000

/** The place of a request among those with heavy work. */
export interface HeavyPlace {
  /** Resolves when its turn comes; rejects if it has left before. */
  readonly turn: Promise<void>
  /** Lets other requests be served. To be called between slices of the work, during its turn. */
  readonly pause: Pause
  /** Ends its turn, or its wait. A second call does nothing. */
  leave(): void
}

interface Waiting {
  readonly resolve: () => void
  readonly reject: (thrown: unknown) => void
}

/**
 * Lets one request at a time do heavy work. Callers take turns, whatever the number of their requests.
 * Pages at the same time would take as long in all, hold the memory of all, and each slice of one
 * would delay other requests once more.
 */
export class HeavyWork {
  readonly #othersInWork: () => number
  readonly #waiting = new Map<string, Set<Waiting>>()
  /** The length of a row on the latest page of a source. */
  readonly #rowLengths = new LRUCache<string, number>({ max: MAX_SOURCES })
  #isBusy = false
  #size = 0
  #others = 0
  #turn = { began: 0, others: 0 }
  #sliceBegan = 0

  /** `othersInWork`: the number of requests without heavy work that are worked on. */
  constructor(othersInWork: () => number) {
    this.#othersInWork = othersInWork
  }

  /** Counts a request of any kind. A turn during which others than heavy ones began is followed by a rest. */
  countRequest(): void {
    this.#others++
  }

  /** Waits for the turn of a request, which may have it already. It lasts until `leave`. */
  async enter(requestContext: RequestContext): Promise<HeavyPlace> {
    const place = requestContext.heavy ?? this.#queue(subjectOf(requestContext))
    requestContext.heavy = place
    // From now on it is none of the requests that heavy work makes way for.
    requestContext.turn?.pause()
    await place.turn
    return place
  }

  /** Whether a page of so many rows is likely to be large, by the latest page of its source. */
  isLikelyLarge(source: string, rows: number): boolean {
    return (this.#rowLengths.get(source) ?? 0) * rows >= LARGE_LENGTH
  }

  /** Remembers how long the rows of a page were. */
  learn(source: string, length: number, rows: number): void {
    if (rows > 0) this.#rowLengths.set(source, length / rows)
  }

  #queue(caller: string): HeavyPlace {
    if (this.#size >= MAX_WAITING) throw serviceUnavailable()
    this.#others--
    let hasLeft = false
    let leave = () => {}
    const turn = new Promise<void>((resolve, reject) => {
      const waiting = { resolve, reject }
      this.#add(caller, waiting)
      leave = () => {
        if (!hasLeft) this.#leave(caller, waiting)
        hasLeft = true
      }
    })
    // Nobody may be waiting any more.
    turn.catch(() => {})
    this.#startNext()
    return { turn, pause: () => this.#pause(), leave }
  }

  async #pause(): Promise<void> {
    const began = performance.now()
    const end = began + Math.min(MAX_PAUSE_MS, (began - this.#sliceBegan) * PAUSE)
    await otherRequests()
    // A request is worked on in several turns of the event loop, and a slice in each of them would add up.
    while (this.#othersInWork() > 0 && performance.now() < end) await check()
    this.#sliceBegan = performance.now()
  }

  #add(caller: string, waiting: Waiting): void {
    this.#size++
    const queue = this.#waiting.get(caller)
    if (queue) queue.add(waiting)
    else this.#waiting.set(caller, new Set([waiting]))
  }

  #leave(caller: string, waiting: Waiting): void {
    if (this.#remove(caller, waiting)) {
      waiting.reject(serviceUnavailable())
      return
    }
    const end = () => {
      this.#isBusy = false
      this.#startNext()
    }
    const rest = this.#rest()
    if (rest > 0) setTimeout(end, rest)
    else end()
  }

  #rest(): number {
    const { began, others } = this.#turn
    return this.#others > others ? Math.min(MAX_REST_MS, (performance.now() - began) * REST) : 0
  }

  #startNext(): void {
    if (this.#isBusy) return
    for (const [caller, queue] of this.#waiting) {
      const [first] = queue
      if (!first || !this.#remove(caller, first)) continue
      // The caller goes to the end.
      this.#waiting.delete(caller)
      if (queue.size > 0) this.#waiting.set(caller, queue)
      this.#isBusy = true
      this.#sliceBegan = performance.now()
      this.#turn = { began: this.#sliceBegan, others: this.#others }
      first.resolve()
      return
    }
  }

  #remove(caller: string, waiting: Waiting): boolean {
    const queue = this.#waiting.get(caller)
    if (!queue?.delete(waiting)) return false
    this.#size--
    if (queue.size === 0) this.#waiting.delete(caller)
    return true
  }
}

const check = () => new Promise((resolve) => setTimeout(resolve, CHECK_MS))

function subjectOf({ charged, ip }: RequestContext): string {
  return charged?.subject ?? ip
}
