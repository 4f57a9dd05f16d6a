const SLICE_MS = 1

/**
 * Divides the work of all long documents of a process into slices of a millisecond, one in each turn of the
 * event loop. So many documents at a time delay other requests no more than one.
 */
export class WorkSlices {
  readonly #waiting: (() => void)[] = []
  #began = Number.NEGATIVE_INFINITY

  /** Resolves when the caller may go on: at once within a slice, else in one of the next turns, in order. */
  next(): Promise<void> | undefined {
    if (performance.now() - this.#began < SLICE_MS) return undefined
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) setImmediate(() => this.#start())
    })
  }

  #start(): void {
    this.#began = performance.now()
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(() => this.#start())
  }
}
