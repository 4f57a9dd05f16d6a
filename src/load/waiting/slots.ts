import type { Response } from 'express'
import type { Logger } from 'pino'
import { clientDisconnected, type GatewayError, serviceUnavailable } from '../../errors.ts'
import { measureWait } from '../../measured.ts'
import { onRequestEnd } from '../request-context.ts'
import { SlotQueue, type Waiting, type WaitingForSlot } from './lanes.ts'

const LIMITS = {
  /** The number of requests that are worked on at a time. A higher number makes no request faster. */
  running: 48,
  /** From then on a request in its slot counts as slow: it waits for something other than the processor. */
  slotMs: 1_000,
  /** The number of requests that may be slow at a time. At this number, further slow requests keep their slots. */
  slow: 96,
  /** A request that has waited so long for its slot is refused. */
  patienceMs: 700,
  /** The number of requests that may wait. If more wait, the oldest is refused at once. */
  waiting: 10_000,
  /** The interval at which some of the overdue requests are refused. */
  intervalMs: 10,
}

export type SlotLimits = Readonly<typeof LIMITS>

// A refusal costs time, and the client may come back at once. So one is sent for this number of started requests.
const STARTED_FOR_REFUSAL = 6
const WARN_EVERY_MS = 10_000

interface WaitingRequest extends WaitingForSlot {
  readonly start: () => void
  readonly refuse: (error: GatewayError) => void
}

/** Counts the requests of a process that have a slot. Starts those that wait for one, or refuses them. */
export class Slots {
  readonly limits: SlotLimits
  /** The requests that have a slot. Those with heavy work have turns instead. */
  running = 0
  slow = 0
  /** The requests that got their first slot since the last refusals. */
  started = 0
  /** The requests that were refused since the start. */
  refused = 0
  readonly #queue: SlotQueue<WaitingRequest>
  readonly #log: Logger
  // All refusals share one error object: creating an error for each refusal is expensive, and its stack is not useful.
  readonly #error = serviceUnavailable()
  #due = 0
  #nextStart: NodeJS.Immediate | null = null
  #nextRefusals: NodeJS.Timeout | null = null
  #warned = { at: Number.NEGATIVE_INFINITY, refused: 0 }

  constructor(replaced: Partial<SlotLimits>, log: Logger) {
    this.limits = { ...LIMITS, ...replaced }
    this.#queue = new SlotQueue(this.limits.patienceMs)
    this.#log = log
  }

  get waiting(): number {
    return this.#queue.size
  }

  /**
   * Waits until the request gets a slot. Rejects with `service_unavailable` if it is refused, and with
   * `clientDisconnected` if its client leaves before. The caller of this counts the slot in `running`.
   */
  wait(owner: Waiting, response: Response): Promise<void> {
    const turn = new Promise<void>((start, refuse) => {
      const waiting = { ...owner, since: performance.now(), start, refuse }
      this.#queue.add(waiting)
      onRequestEnd(response, () => {
        this.#queue.remove(waiting)
        refuse(clientDisconnected())
      })
    })
    this.startNext()
    if (this.waiting > this.limits.waiting) this.#refuseOldest(true)
    if (this.#nextRefusals === null) this.#scheduleRefusals()
    return measureWait('turn', turn)
  }

  /**
   * Call this when `running` has become less. It starts one request in each turn of the event loop. Otherwise requests
   * that give back their slots at once would start each other, and the process would not read new requests meanwhile.
   */
  startNext(): void {
    if (this.#nextStart || this.waiting === 0 || this.running >= this.limits.running) return
    this.#nextStart = setImmediate(() => {
      this.#nextStart = null
      // The request that was started last has counted its slot since then.
      if (this.running >= this.limits.running) return
      const next = this.#queue.takeNext(performance.now())
      if (!next) return
      next.start()
      this.startNext()
    })
  }

  #scheduleRefusals(): void {
    this.#nextRefusals = setTimeout(() => {
      this.#due = Math.min(this.#due, 1) + (this.started / STARTED_FOR_REFUSAL || 1)
      this.started = 0
      for (; this.#due >= 1 && this.#refuseOldest(); this.#due--);
      this.#nextRefusals = null
      if (this.waiting > 0) this.#scheduleRefusals()
    }, this.limits.intervalMs)
  }

  #refuseOldest(isFull = false): boolean {
    const now = performance.now()
    const overdue = this.#queue.takeOverdue(now, isFull)
    if (!overdue) return false
    this.refused++
    this.#warn(now)
    overdue.refuse(this.#error)
    return true
  }

  #warn(now: number): void {
    if (now - this.#warned.at < WARN_EVERY_MS) return
    const refused = this.refused - this.#warned.refused
    this.#log.warn({ refused, waiting: this.waiting }, 'too many requests: some are refused')
    this.#warned = { at: now, refused: this.refused }
  }
}
