import type { Pause } from './slices.ts'

const SLICE_MS = 1

/**
 * Divides the work of a long document into slices of a millisecond, with a pause between them. Its lists take turns.
 */
export class WorkSlices {
  readonly #pause: Pause
  readonly #waiting: (() => void)[] = []
  #began = Number.NEGATIVE_INFINITY

  constructor(pause: Pause) {
    this.#pause = pause
  }

  /** Resolves when the caller may go on: at once within a slice, else in one of the next, in order. */
  next(): Promise<void> | undefined {
    if (performance.now() - this.#began < SLICE_MS) return undefined
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) void this.#startAfterPause()
    })
  }

  async #startAfterPause(): Promise<void> {
    await this.#pause()
    this.#began = performance.now()
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) void this.#startAfterPause()
  }
}
