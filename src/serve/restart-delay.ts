const FIRST_MS = 100
const LONGEST_MS = 10_000
const STEADY_MS = 30_000

/** How long to wait before the next start of a worker that has ended: longer each time. */
export class RestartDelay {
  #next = FIRST_MS

  /** The delay after a worker that lived this long. A long life resets it. */
  after(lifeMs: number): number {
    const delay = lifeMs >= STEADY_MS ? FIRST_MS : this.#next
    this.#next = Math.min(delay * 2, LONGEST_MS)
    return delay
  }
}
