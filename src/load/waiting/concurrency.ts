import { GatewayError } from '../../errors.ts'
import { measureWait } from '../../measured.ts'

// How many requests of a subject may run, how many may wait, and for how long.
const LIMITS = { running: 16, waiting: 100, waitMs: 1_000 }

interface Slots {
  running: number
  /** Callbacks that start the waiting requests, in order of arrival. */
  readonly waiting: Set<() => void>
}

/** Limits how many requests of one subject run at the same time in this process. */
export class Concurrency {
  readonly #limits: typeof LIMITS
  // A subject without running requests takes no memory.
  readonly #bySubject = new Map<string, Slots>()

  constructor(limits = LIMITS) {
    this.#limits = limits
  }

  /**
   * Takes a slot of the subject. If all are taken, waits for one. Returns the function that frees it, to be called once.
   * Throws `too_many_concurrent_requests` if none becomes free in time, or if too many requests wait.
   */
  async acquire(subject: string): Promise<() => void> {
    const slots = this.#bySubject.get(subject) ?? { running: 0, waiting: new Set() }
    this.#bySubject.set(subject, slots)
    if (slots.running < this.#limits.running) slots.running += 1
    else if (slots.waiting.size < this.#limits.waiting) await measureWait('slot', this.#wait(slots))
    else throw this.#tooManyRunning()
    return () => this.#free(subject, slots)
  }

  #wait({ waiting }: Slots): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        waiting.delete(start)
        settle()
      }
      const start = () => end(resolve)
      const refuse = () => end(() => reject(this.#tooManyRunning()))
      const timer = setTimeout(refuse, this.#limits.waitMs)
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
