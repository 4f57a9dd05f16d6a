import { GatewayError } from '../errors.ts'
import { measureWait } from '../measured.ts'

/** Frees the slot. A second call does nothing. */
export type Release = () => void

/** Limits how many requests of one subject run at the same time. */
export interface Concurrency {
  /**
   * Takes a slot of the subject. If all are taken, waits for one. Throws
   * `too_many_concurrent_requests` if none becomes free in time, or if too many requests wait.
   */
  acquire(subject: string): Promise<Release>
}

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

/** Counts in the memory of this process. A subject without running requests takes no memory. */
export function createMemoryConcurrency(limits: ConcurrencyLimits = LIMITS): Concurrency {
  const bySubject = new Map<string, Slots>()

  function free(subject: string, slots: Slots): void {
    const [start] = slots.waiting
    // The slot passes to the request that waited longest, so `running` does not change.
    if (start) start()
    else if (--slots.running === 0) bySubject.delete(subject)
  }

  function releaseOnce(subject: string, slots: Slots): Release {
    let held = true
    return () => {
      if (held) free(subject, slots)
      held = false
    }
  }

  function wait(slots: Slots): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        slots.waiting.delete(start)
        resolve()
      }
      const giveUp = () => {
        slots.waiting.delete(start)
        reject(tooManyRunning(limits))
      }
      const timer = setTimeout(giveUp, limits.waitMs)
      slots.waiting.add(start)
    })
  }

  return {
    async acquire(subject) {
      const slots = bySubject.get(subject) ?? { running: 0, waiting: new Set() }
      bySubject.set(subject, slots)
      if (slots.running < limits.running) slots.running += 1
      else if (slots.waiting.size < limits.waiting) await measureWait('slot', wait(slots))
      else throw tooManyRunning(limits)
      return releaseOnce(subject, slots)
    },
  }
}

function tooManyRunning({ running }: ConcurrencyLimits): GatewayError {
  return new GatewayError(
    'too_many_concurrent_requests',
    `More than ${running} requests of this caller are running. Send the next one when one of them has ended.`,
    { headers: { 'Retry-After': '1' } },
  )
}
