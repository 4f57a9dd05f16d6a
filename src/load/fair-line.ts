/** An entry that waits in a `FairLine`. */
export interface InLine {
  /** The party that the entry belongs to. */
  readonly party: string
  /** Whether the party has been identified. Entries of other parties have separate places. */
  readonly isKnown: boolean
}

/** The number of entries that may wait. */
interface LinePlaces {
  readonly known: number
  readonly unknown: number
}

interface Queue<Each> {
  readonly isKnown: boolean
  readonly waiting: Set<Each>
}

/**
 * A line in which parties take turns, independent of how many requests each has. The number of places is limited. If no
 * place is free, the party with the most entries gives one up, so that no party can fill the line and block the others.
 *
 * It differs from `WaitingLine` because heavy work differs from a turn. An entry can wait for seconds and can hold a page
 * in memory. So the places are few, the oldest entry of a party is first, and no entry becomes overdue. Adding an entry
 * to a full line takes time in proportion to its length.
 */
export class FairLine<Each extends InLine> {
  readonly #places: LinePlaces
  readonly #queues = new Map<string, Queue<Each>>()

  constructor(places: LinePlaces) {
    this.#places = places
  }

  /**
   * Adds an entry. Returns the entry that loses its place, or null. It is the newest entry of the party with the most
   * entries. It is the added entry itself if its own party would otherwise have as many.
   */
  add(added: Each): Each | null {
    const queues = [...this.#queues.values()].filter(({ isKnown }) => isKnown === added.isKnown)
    const size = queues.reduce((sum, { waiting }) => sum + waiting.size, 0)
    if (size < this.#places[added.isKnown ? 'known' : 'unknown']) {
      this.#append(added)
      return null
    }
    const own = this.#queues.get(added.party)?.waiting.size ?? 0
    const most = Math.max(...queues.map(({ waiting }) => waiting.size))
    const longest = queues.find(({ waiting }) => waiting.size === most)
    const newest = [...(longest?.waiting ?? [])].at(-1)
    if (!newest || own + 1 >= most) return added
    this.remove(newest)
    this.#append(added)
    return newest
  }

  /** Removes an entry that no longer needs a turn. Returns false if it is not in the line. */
  remove(waiting: Each): boolean {
    const queue = this.#queues.get(waiting.party)?.waiting
    if (!queue?.delete(waiting)) return false
    if (queue.size === 0) this.#queues.delete(waiting.party)
    return true
  }

  /** Removes and returns the entry whose turn it is. Returns undefined if the line is empty. */
  takeNext(): Each | undefined {
    const [next] = this.#queues
    if (!next) return undefined
    const [party, queue] = next
    const [first] = queue.waiting
    if (!first || !this.remove(first)) return undefined
    // This moves the party to the end of the order.
    if (this.#queues.delete(party)) this.#queues.set(party, queue)
    return first
  }

  #append(added: Each): void {
    const { party, isKnown } = added
    const queue = this.#queues.get(party)
    if (queue) queue.waiting.add(added)
    else this.#queues.set(party, { isKnown, waiting: new Set([added]) })
  }
}
