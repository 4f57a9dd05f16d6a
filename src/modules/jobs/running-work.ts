import { setMaxListeners } from 'node:events'

/** The time that work in progress still has when its job stops. The next process does the rest. */
const GRACE_MS = 3_000

/** What a job does beside its runs: a few pieces of work at the same time, each with an id. */
export class RunningWork {
  readonly #most: number
  readonly #running = new Map<string, Promise<void>>()
  readonly #abort = new AbortController()

  constructor(most: number) {
    this.#most = most
    // Each piece of work listens to it.
    setMaxListeners(0, this.#abort.signal)
  }

  /** Aborts work that still runs three seconds after a stop. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  has(id: string): boolean {
    return this.#running.has(id)
  }

  /** Waits until there is room for one more. */
  async waitForRoom(): Promise<void> {
    while (this.#running.size >= this.#most) await Promise.race(this.#running.values())
  }

  /** Adds work that was begun. It must not fail. */
  add(id: string, work: Promise<void>): void {
    const running = work.finally(() => {
      // The same id may have been added again meanwhile.
      if (this.#running.get(id) === running) this.#running.delete(id)
    })
    this.#running.set(id, running)
  }

  /** Waits for the job to stop, then for its work, both no longer than the grace. */
  async end(stopped: Promise<void>): Promise<void> {
    const limit = setTimeout(() => this.#abort.abort(), GRACE_MS)
    await stopped
    await Promise.all(this.#running.values())
    clearTimeout(limit)
  }
}
