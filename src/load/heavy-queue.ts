import { Lanes, type Waiting } from './slot-queue.ts'

type Places = Readonly<Record<'known' | 'unknown', number>>

/**
 * The requests that wait for their turn of heavy work. They can wait for seconds and hold a page in memory. So the
 * places are few, and the oldest entry of a party is first. If no place is free, the party with the most entries gives
 * one up, so that no party can fill the queue and block the others.
 */
export class HeavyQueue<Each extends Waiting> extends Lanes<Each> {
  readonly #places: Places

  /** `places`: the number of entries that may wait, of parties that are known and of others. */
  constructor(places: Places) {
    super()
    this.#places = places
  }

  /**
   * Adds an entry. Returns the entry that loses its place, or null. It is the newest entry of the party with the most
   * entries. It is the added entry itself if its own party would otherwise have as many.
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
