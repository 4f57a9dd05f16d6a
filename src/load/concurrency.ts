import { GatewayError } from '../errors.ts'
import { measureWait } from '../measured.ts'

/** How many requests of a subject may run, how many may wait, and for how long. */
interface ConcurrencyLimits {
  readonly running: number
  readonly waiting: number
  readonly waitMs: number
}

const LIMITS: ConcurrencyLimits = { running: 16, waiting: 100, waitMs: 1_000 }

interface Slots {
  running: number
  /** Callbacks that start the waiting requests, in order of arrival. */
  readonly waiting: Set<() => void>
}

/** Frees the slot. A second call does nothing. */
export type Release = () => void

/** Limits how many requests of one subject run at the same time in this process. */
export class Concurrency {
  readonly #limits: ConcurrencyLimits
  // A subject without running requests takes no memory.
  readonly #bySubject = new Map<string, Slots>()

  constructor(limits = LIMITS) {
    this.#limits = limits
  }

  /**
   * Takes a slot of the subject. If all are taken, waits for one. Throws
   * `too_many_concurrent_requests` if none becomes free in time, or if too many requests wait.
   */
  async acquire(subject: string): Promise<Release> {
    const slots = this.#bySubject.get(subject) ?? { running: 0, waiting: new Set() }
    this.#bySubject.set(subject, slots)
    if (slots.running < this.#limits.running) slots.running += 1
    else if (slots.waiting.size < this.#limits.waiting) await measureWait('slot', this.#wait(slots))
    else throw this.#tooManyRunning()
    let isHeld = true
    return () => {
      if (isHeld) this.#free(subject, slots)
      isHeld = false
    }
  }

  #wait({ waiting }: Slots): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        waiting.delete(start)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(start)
        reject(this.#tooManyRunning())
      }, this.#limits.waitMs)
      waiting.add(start)
    })
  }

  #free(subject: string, slots: Slots): void {
    const [start] = slots.waiting
    // The slot passes to the request that waited longest, so `running` does not change.
    if (start) start()
    else if (--slots.running === 0) this.#bySubject.delete(subject)
  }

  #tooManyRunning(): GatewayError {
    return new GatewayError(
      'too_many_concurrent_requests',
      `More than ${this.#limits.running} requests of this caller are running. Send the next one when one of them has ended.`,
      { headers: { 'Retry-After': '1' } },
    )
  }
}
