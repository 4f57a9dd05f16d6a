const FIRST_MS = 100
const LONGEST_MS = 10_000
const STEADY_MS = 30_000

/** The delay before a worker that has ended is started again. It grows with each restart. */
export class RestartDelay {
  #next = FIRST_MS

  /** The delay after a worker that ran for `lifeMs` milliseconds. A long run resets the delay. */
  after(lifeMs: number): number {
    const delay = lifeMs >= STEADY_MS ? FIRST_MS : this.#next
    this.#next = Math.min(delay * 2, LONGEST_MS)
    return delay
  }
}
