import type { Logger } from 'pino'
import { type GatewayError, serviceUnavailable } from '../errors.ts'
import { measured } from '../measured.ts'
import type { TurnLimits } from './turn-limits.ts'
import type { Waiting, WaitingLine } from './waiting-line.ts'

const REFUSED_SHARE = 1 / 6
const WARN_EVERY_MS = 10_000

interface Refusable extends Waiting {
  readonly refuse: (error: GatewayError) => void
}

type Line = Pick<WaitingLine<Refusable>, 'size' | 'takeOverdue'>

/**
 * Refuses requests that have waited too long in a line. A refusal costs time, and the client may come back at once. So
 * the number of refusals is a fraction of the number of started requests; the other clients stay in the line.
 */
export class OverdueRefusals {
  readonly #line: Line
  readonly #limits: TurnLimits
  readonly #warn: (waiting: number) => void
  // All refusals share one error object: creating an error for each refusal is expensive, and its stack is not useful.
  readonly #error = serviceUnavailable()
  #refused = 0
  #started = 0
  #due = 0
  #timer: NodeJS.Timeout | null = null

  constructor(line: Line, limits: TurnLimits, log: Logger) {
    this.#line = line
    this.#limits = limits
    this.#warn = createWarning(log)
  }

  /** The number of requests that were refused since the start. */
  get count(): number {
    return this.#refused
  }

  /** Counts a request that was started. */
  countStarted(): void {
    this.#started++
  }

  /** Call this when a request was added to the line. Refuses the oldest at once if the line is full. */
  watch(): void {
    if (this.#line.size > this.#limits.waiting) this.#refuseOldest(true)
    if (this.#timer === null) this.#schedule()
  }

  #schedule(): void {
    this.#timer = setTimeout(() => this.#refuseDue(), this.#limits.intervalMs)
  }

  #refuseDue(): void {
    this.#due = Math.min(this.#due, 1) + (this.#started > 0 ? this.#started * REFUSED_SHARE : 1)
    this.#started = 0
    for (; this.#due >= 1 && this.#refuseOldest(); this.#due--);
    this.#timer = null
    if (this.#line.size > 0) this.#schedule()
  }

  #refuseOldest(isFull = false): boolean {
    const overdue = this.#line.takeOverdue(performance.now(), isFull)
    if (!overdue) return false
    this.#refused++
    measured.emit('wait', 'turn', performance.now() - overdue.since)
    this.#warn(this.#line.size)
    overdue.refuse(this.#error)
    return true
  }
}

function createWarning(log: Logger): (waiting: number) => void {
  let refused = 0
  let timer: NodeJS.Timeout | null = null
  const write = (waiting: number) => {
    log.warn({ refused, waiting }, 'too many requests: some are refused')
    refused = 0
  }
  return (waiting) => {
    refused++
    if (timer !== null) return
    write(waiting)
    timer = setTimeout(() => {
      timer = null
      if (refused > 0) write(0)
    }, WARN_EVERY_MS).unref()
  }
}
