import { GatewayError } from '../errors.ts'

/** Frees what was taken; a second call does nothing. */
export type Release = () => void

/** Bounds how many requests of one subject run at a time. */
export interface Concurrency {
  /**
   * Takes a slot of the subject, waiting for one where all are taken. Throws
   * `too_many_concurrent_requests` where none comes free in time, or too many wait already.
   */
  enter(subject: string): Promise<Release>
}

/** How many of a subject's requests run and wait, and how long they wait. */
export interface ConcurrencyLimits {
  readonly running: number
  readonly waiting: number
  readonly waitMs: number
}

const LIMITS: ConcurrencyLimits = { running: 16, waiting: 100, waitMs: 1_000 }

interface Lane {
  running: number
  /** In order of arrival: each starts the request that waits. */
  readonly waiting: Set<() => void>
}

/** Counts in this process's memory; a subject is forgotten when nothing of it runs. */
export function createMemoryConcurrency(limits: ConcurrencyLimits = LIMITS): Concurrency {
  const lanes = new Map<string, Lane>()

  function leave(subject: string, lane: Lane): void {
    const [start] = lane.waiting
    // The slot goes to the one who waited longest; `running` stays as it is.
    if (start) start()
    else if (--lane.running === 0) lanes.delete(subject)
  }

  function releaseOnce(subject: string, lane: Lane): Release {
    let held = true
    return () => {
      if (held) leave(subject, lane)
      held = false
    }
  }

  function wait(lane: Lane): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        lane.waiting.delete(start)
        resolve()
      }
      const giveUp = () => {
        lane.waiting.delete(start)
        reject(tooManyRunning(limits))
      }
      const timer = setTimeout(giveUp, limits.waitMs)
      lane.waiting.add(start)
    })
  }

  return {
    async enter(subject) {
      const lane = lanes.get(subject) ?? { running: 0, waiting: new Set() }
      lanes.set(subject, lane)
      if (lane.running < limits.running) lane.running += 1
      else if (lane.waiting.size < limits.waiting) await wait(lane)
      else throw tooManyRunning(limits)
      return releaseOnce(subject, lane)
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
