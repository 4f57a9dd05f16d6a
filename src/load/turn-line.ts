import type { Response } from 'express'
import type { Logger } from 'pino'
import type { GatewayError } from '../errors.ts'
import { measured } from '../measured.ts'
import { OverdueRefusals } from './overdue-refusals.ts'
import { onRequestEnd } from './request-end.ts'
import type { TurnLimits } from './turn-limits.ts'
import { type Waiting, WaitingLine } from './waiting-line.ts'

interface WaitingRequest extends Waiting {
  readonly start: () => void
  readonly refuse: (error: GatewayError) => void
}

/** Counts the requests that have a turn, and starts those that wait for one. */
export class TurnLine {
  /** The number of requests that have their turn. Requests with heavy work are not counted: they have separate turns. */
  running = 0
  /** The number of requests that are slow. */
  slow = 0
  readonly limits: TurnLimits
  readonly #line: WaitingLine<WaitingRequest>
  readonly #refusals: OverdueRefusals
  #next: NodeJS.Immediate | null = null

  constructor(limits: TurnLimits, log: Logger) {
    this.limits = limits
    this.#line = new WaitingLine(limits.patienceMs)
    this.#refusals = new OverdueRefusals(this.#line, limits, log)
  }

  /** The number of requests that wait. */
  get waiting(): number {
    return this.#line.size
  }

  /** The number of requests that were refused since the start. */
  get refused(): number {
    return this.#refusals.count
  }

  /** Counts a request that gets its first turn. */
  countStarted(): void {
    this.#refusals.countStarted()
  }

  /** Adds a request to the line, until it gets its turn, is refused or ends. */
  wait(waiting: WaitingRequest, response: Response): void {
    this.#line.add(waiting)
    this.startNext()
    onRequestEnd(response, () => this.#line.remove(waiting))
    this.#refusals.watch()
  }

  /**
   * Call this when `running` has become less. It starts one request in each turn of the event loop. Otherwise requests
   * that give back their turns at once would start each other, and the process would not read new requests meanwhile.
   */
  startNext(): void {
    if (this.#next !== null || this.#line.size === 0 || this.running >= this.limits.running) return
    this.#next = setImmediate(() => {
      this.#next = null
      const waiting = this.#line.takeNext(performance.now())
      if (!waiting) return
      measured.emit('wait', 'turn', performance.now() - waiting.since)
      waiting.start()
      this.startNext()
    })
  }
}
