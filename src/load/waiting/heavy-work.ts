import { LRUCache } from 'lru-cache'
import { serviceUnavailable } from '../../errors.ts'
import { measureWait } from '../../measured.ts'
import { noteWait, ownerOf, type RequestContext, recheckCaller } from '../request-context.ts'
import { otherRequests, type Pause } from '../slices.ts'
import { HeavyQueue, type Waiting } from './lanes.ts'

/** From so many characters of JSON on, a page is read and sent in slices, one such page at a time. */
export const HEAVY_LENGTH = 256 * 1024
// A larger page is read only in its turn. A waiting request would otherwise hold a connection, and then the page.
const LARGE_LENGTH = 2 * 1024 * 1024

// A rest lasts this many times as long as the turn before it. A turn delays others in spite of its slices: its
// statement and the collection of its memory take the processor as well.
const REST_FACTOR = 2
const MAX_REST_MS = 500

// The longest pause, in lengths of the slice before it: under load, heavy work has a fifth of the time.
const PAUSE_FACTOR = 4
const MAX_PAUSE_MS = 20
const CHECK_MS = 1

// The number of requests that may wait. Some of them hold their page in memory already.
const PLACES = { known: 150, unknown: 50 }
const MAX_SOURCES = 10_000

export interface HeavyPlace {
  /** Resolves when its turn comes; rejects if it has left before. */
  readonly turn: Promise<void>
  /** Lets other requests be served. To be called between slices of the work, during its turn. */
  readonly pause: Pause
  /** Ends its turn, or its wait. A second call does nothing. */
  leave(): void
}

type WaitingForTurn = Waiting & Readonly<Record<'start' | 'refuse', () => void>>

/**
 * Lets one request at a time do heavy work. Firms, persons and networks of anonymous callers take turns, whatever the
 * number of their requests. Several pages at a time would need more memory and delay others more, and end no earlier.
 */
export class HeavyWork {
  readonly #othersInWork: () => number
  readonly #queue = new HeavyQueue<WaitingForTurn>(PLACES)
  /** The length of a row on the latest page of a source. */
  readonly #rowLengths = new LRUCache<string, number>({ max: MAX_SOURCES })
  #working: WaitingForTurn | null = null
  /** During a turn, and during the rest after it. */
  #isBusy = false
  // The requests without heavy work that began during the turn.
  #others = 0
  #turnBegan = 0
  #sliceBegan = 0

  /** `othersInWork`: the number of requests without heavy work that are worked on. */
  constructor(othersInWork: () => number) {
    this.#othersInWork = othersInWork
  }

  /** Counts a request of any kind. A turn during which others than heavy ones began is followed by a rest. */
  countRequest(): void {
    this.#others++
  }

  /**
   * Waits for the turn of a request, which may have it already. It lasts until `leave`. Throws `service_unavailable`
   * if the queue has no place for it, and the error of `recheckCaller` if the caller's credential has ended.
   */
  async enter(requestContext: RequestContext): Promise<HeavyPlace> {
    const place = requestContext.heavy ?? this.#createPlace(requestContext)
    requestContext.heavy = place
    // Otherwise `#pause` would count this request among the others, and wait for it.
    requestContext.slot?.pause()
    await noteWait(requestContext, place.turn)
    await recheckCaller(requestContext)
    return place
  }

  /** Whether a page with this number of rows is likely to be large, judged by the latest page of its source. */
  isLikelyLarge(source: string, rows: number): boolean {
    return (this.#rowLengths.get(source) ?? 0) * rows >= LARGE_LENGTH
  }

  /** Stores the length of the rows of a page. */
  learn(source: string, length: number, rows: number): void {
    if (rows > 0) this.#rowLengths.set(source, length / rows)
  }

  #createPlace(requestContext: RequestContext): HeavyPlace {
    this.#others--
    const wasBusy = this.#isBusy
    let leave = () => {}
    const turn = new Promise<void>((start, reject) => {
      const refuse = () => reject(serviceUnavailable())
      const waiting = { ...ownerOf(requestContext, 'party'), start, refuse }
      leave = () => {
        if (this.#working === waiting) this.#endTurn()
        else if (this.#queue.remove(waiting)) refuse()
      }
      this.#queue.admit(waiting)?.refuse()
    })
    // The request may have ended, and then nothing awaits this promise. An unhandled rejection would end the process.
    const waited = wasBusy ? measureWait('heavy_turn', turn) : turn
    waited.catch(() => {})
    this.#startNext()
    return { turn, pause: () => this.#pause(), leave }
  }

  async #pause(): Promise<void> {
    const began = performance.now()
    const end = began + Math.min(MAX_PAUSE_MS, (began - this.#sliceBegan) * PAUSE_FACTOR)
    await otherRequests()
    // A request is worked on in several turns of the event loop, and a slice in each of them would add up.
    while (this.#othersInWork() > 0 && performance.now() < end) await check()
    this.#sliceBegan = performance.now()
  }

  #endTurn(): void {
    this.#working = null
    const end = () => {
      this.#isBusy = false
      this.#startNext()
    }
    const rest = Math.min(MAX_REST_MS, (performance.now() - this.#turnBegan) * REST_FACTOR)
    // Without a rest, too, the event loop has its turn: short turns would otherwise follow each other without a pause.
    if (this.#others > 0) setTimeout(end, rest)
    else setImmediate(end)
  }

  #startNext(): void {
    if (this.#isBusy) return
    const next = this.#queue.takeOldest()
    if (!next) return
    this.#working = next
    this.#isBusy = true
    this.#sliceBegan = performance.now()
    this.#turnBegan = this.#sliceBegan
    this.#others = 0
    next.start()
  }
}

const check = () => new Promise((resolve) => setTimeout(resolve, CHECK_MS))
