import type { Response } from 'express'
import { networkOf } from './address-limiter.ts'
import { isRequestOver, onRequestEnd } from './request-end.ts'
import type { Turn } from './turn.ts'
import type { TurnLine } from './turn-line.ts'

/**
 * The turn of a request, from its start. It ends when the response is complete in this process: a client that reads it
 * slowly costs no processor time.
 */
export class HeldTurn implements Turn {
  readonly #response: Response
  readonly #line: TurnLine
  #state: 'held' | 'slow' | 'paused' | 'over' = 'over'
  #timer: NodeJS.Timeout | undefined

  constructor(response: Response, line: TurnLine) {
    this.#response = response
    this.#line = line
    this.#hold()
    const end = () => {
      this.#leave('over')
      response.off('prefinish', end)
    }
    response.on('prefinish', end)
    onRequestEnd(response, end)
  }

  pause(): void {
    if (this.#state !== 'over') this.#leave('paused')
  }

  async resume(): Promise<void> {
    if (this.#state !== 'paused' || isRequestOver(this.#response)) return
    if (this.#line.running < this.#line.limits.running) this.#hold()
    else await this.#waitAgain()
  }

  #hold(): void {
    this.#state = 'held'
    this.#line.running++
    this.#awaitSlowness()
  }

  #awaitSlowness(): void {
    this.#timer = setTimeout(() => this.#becomeSlow(), this.#line.limits.turnMs)
  }

  #becomeSlow(): void {
    if (this.#line.slow >= this.#line.limits.slow) {
      this.#awaitSlowness()
      return
    }
    this.#leave('slow')
    this.#line.slow++
  }

  #leave(next: 'slow' | 'paused' | 'over'): void {
    const last = this.#state
    this.#state = next
    clearTimeout(this.#timer)
    if (last === 'slow') this.#line.slow--
    if (last !== 'held') return
    this.#line.running--
    this.#line.startNext()
  }

  // The caller may be identified by now, so the lane is determined again.
  #waitAgain(): Promise<void> {
    const { charged, ip } = this.#response.locals.requestContext
    const lane = charged?.subject ?? networkOf(ip)
    const isKnown = charged !== null
    return new Promise((resolve, refuse) => {
      const start = () => {
        this.#hold()
        resolve()
      }
      const waiting = { lane, isKnown, since: performance.now(), start, refuse }
      this.#line.wait(waiting, this.#response)
      onRequestEnd(this.#response, resolve)
    })
  }
}
