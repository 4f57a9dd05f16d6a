import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { type GatewayError, toGatewayError } from '../../errors.ts'
import type { QuotaState } from '../quota.ts'
import {
  isRequestOver,
  noteWait,
  onRequestEnd,
  ownerOf,
  type RequestContext,
} from '../request-context.ts'
import type { Waiting } from './lanes.ts'
import { type SlotLimits, Slots } from './slots.ts'

/** The slot of a request, until the response is complete in this process: a slow client costs no processor time. */
export class Slot {
  readonly #response: Response
  readonly #slots: Slots
  #state: 'held' | 'slow' | 'paused' | 'over' = 'paused'
  #timer: NodeJS.Timeout | undefined
  #resuming: Promise<void> | null = null

  constructor(response: Response, slots: Slots) {
    this.#response = response
    this.#slots = slots
    this.#hold()
    const end = () => this.#leave('over')
    response.once('prefinish', end)
    onRequestEnd(response, end)
  }

  /** Gives the slot to another request until `resume`. */
  pause(): void {
    if (this.#state !== 'over') this.#leave('paused')
  }

  /** Resolves when the request has a slot again: one, however many waits of it end. Rejects as `Slots.wait` does. */
  resume(): Promise<void> {
    this.#resuming ??= this.#takeAgain().finally(() => {
      this.#resuming = null
    })
    return this.#resuming
  }

  async #takeAgain(): Promise<void> {
    const { locals } = this.#response
    if (this.#state !== 'paused') return
    // The caller may be identified by now, so its party is determined again.
    if (this.#slots.running >= this.#slots.limits.running)
      await this.#slots.wait(ownerOf(locals.requestContext, 'subject'), this.#response)
    this.#hold()
  }

  #hold(): void {
    this.#state = 'held'
    this.#slots.running++
    this.#awaitSlowness()
  }

  #awaitSlowness(): void {
    this.#timer = setTimeout(() => {
      if (this.#slots.slow >= this.#slots.limits.slow) return this.#awaitSlowness()
      this.#leave('slow')
      this.#slots.slow++
    }, this.#slots.limits.slotMs)
  }

  #leave(next: 'slow' | 'paused' | 'over'): void {
    const last = this.#state
    this.#state = next
    clearTimeout(this.#timer)
    if (last === 'slow') this.#slots.slow--
    if (last !== 'held') return
    this.#slots.running--
    this.#slots.startNext()
  }
}

/** Waits for what only the caller can delay. Another request gets the slot meanwhile, so no caller can hold slots. */
export async function waitOutsideSlot<Result>(
  requestContext: RequestContext,
  wait: Promise<Result>,
): Promise<Result> {
  const { slot } = requestContext
  try {
    return await noteWait(requestContext, wait, () => slot?.pause())
  } finally {
    await slot?.resume()
  }
}

/** Lets a limited number of requests through at a time. After `patienceMs`, `refuse` sends `service_unavailable`. */
export function takeSlots(
  log: Logger,
  refuse: (response: Response, error: GatewayError) => void,
  limits: Partial<SlotLimits> = {},
): { readonly takeSlot: RequestHandler; readonly slots: Slots } {
  const slots = new Slots(limits, log)
  // The probable callers, by credential, only decide the order of waiting requests: each is identified afterwards.
  const callers = new LRUCache<string, Probable>({ max: MAX_KNOWN })
  const takeSlot: RequestHandler = (request, response, next) => {
    const { requestContext } = response.locals
    const credential = fingerprintOf(request)
    const start = () => {
      slots.started++
      requestContext.slot = new Slot(response, slots)
      onRequestEnd(response, () => {
        const { charged, quota } = requestContext
        if (charged) callers.set(credential, { party: charged.subject, isKnown: true, quota })
        else if (response.statusCode === 401) callers.delete(credential)
      })
      next()
    }
    if (slots.running < slots.limits.running && slots.waiting === 0) return start()
    const probable = callers.get(credential)
    const { quota = null } = probable ?? {}
    requestContext.quota = quota && quota.resetAt > requestContext.arrivedAt ? quota : null
    const served = () => {
      requestContext.quota = null
      start()
    }
    const reject = (thrown: unknown) => {
      if (!isRequestOver(response)) refuse(response, toGatewayError(thrown))
    }
    slots.wait(probable ?? ownerOf(requestContext, 'subject'), response).then(served, reject)
  }
  return { takeSlot, slots }
}

const MAX_KNOWN = 10_000

/** The caller that was charged for the last request with a credential. */
interface Probable extends Waiting {
  /** The state that its latest response showed. A refusal shows it again until its window ends. */
  readonly quota: QuotaState | null
}

// A hash of the credential of a request. Only a request with a credential is charged to a caller.
function fingerprintOf({ headers }: Request): string {
  const credential = headers.authorization ?? headers.cookie ?? ''
  return createHash('sha256').update(credential).digest('base64')
}
