import { AsyncResource } from 'node:async_hooks'
import type { RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { isRequestOver, onRequestEnd } from '../access/request-end.ts'
import type { Turn } from '../access/turn.ts'
import { type GatewayError, serviceUnavailable } from '../errors.ts'
import { fingerprintOf, KnownCallers } from './known-callers.ts'
import { type Waiting, WaitingLine } from './waiting-line.ts'

/** How many requests a process works on, and what becomes of the others. */
export interface TurnLimits {
  /** So many requests are worked on at a time. More make none of them faster. */
  readonly running: number
  /** After so many milliseconds a request waits for something else than the processor: it is not counted further. */
  readonly turnMs: number
  /** A request that has waited so many milliseconds for its turn is refused. */
  readonly patienceMs: number
  /** So many may wait. Beyond it the oldest is refused at once. */
  readonly waiting: number
  /** How often some of those that have waited too long are refused, in milliseconds. */
  readonly intervalMs: number
}

export const TURN_LIMITS: TurnLimits = {
  running: 48,
  turnMs: 1_000,
  patienceMs: 700,
  waiting: 10_000,
  intervalMs: 10,
}

const REFUSED_SHARE = 1 / 6
const WARN_EVERY_MS = 10_000

/** The requests of a process. */
export interface TurnLoad {
  /** The number of requests that are worked on. Those with heavy work are not counted: they have turns of their own. */
  readonly running: number
  /** The number of requests that wait. */
  readonly waiting: number
  /** The number of those that were refused since the start. */
  readonly refused: number
}

interface WaitingRequest extends Waiting {
  readonly response: Response
  readonly start: () => void
}

/**
 * Lets a limited number of requests through at a time. The others wait in a line, and get
 * `service_unavailable` after a while. `refuse` sends it. `load` is read at any time.
 */
export function takeTurns(
  log: Logger,
  refuse: (response: Response, error: GatewayError) => void,
  replaced: Partial<TurnLimits> = {},
): { readonly takeTurn: RequestHandler; readonly load: TurnLoad } {
  const limits = { ...TURN_LIMITS, ...replaced }
  const line = new WaitingLine<WaitingRequest>(limits.patienceMs)
  const callers = new KnownCallers()
  const warn = createWarning(log)
  // One for all: its stack says nothing, and writing it is a cost of each refusal.
  const refusal = serviceUnavailable()
  let running = 0
  let started = 0
  let refused = 0
  let due = 0
  let timer: NodeJS.Timeout | null = null

  const free = () => {
    running--
    startNext()
  }
  const startNext = () => {
    while (running < limits.running) {
      const next = line.takeNext(performance.now())
      if (!next) return
      next.start()
    }
  }
  const refuseOldest = (isFull = false): boolean => {
    const overdue = line.takeOverdue(performance.now(), isFull)
    if (!overdue) return false
    refused++
    warn(line.size)
    refuse(overdue.response, refusal)
    return true
  }
  // A refusal is not free, and the client may come back at once. So there are fewer of them
  // than responses; the others keep their clients waiting.
  const refuseSome = () => {
    due = Math.min(due, 1) + (started > 0 ? started * REFUSED_SHARE : 1)
    started = 0
    for (; due >= 1 && refuseOldest(); due--);
    timer = line.size > 0 ? setTimeout(refuseSome, limits.intervalMs) : null
  }
  const start = (credential: string | null, response: Response, next: () => void) => {
    running++
    started++
    const { requestContext } = response.locals
    requestContext.turn = holdTurn(response, limits.turnMs, { take: () => running++, free })
    onRequestEnd(response, () => callers.remember(credential, response))
    next()
  }
  const wait = (credential: string | null, response: Response, next: () => void) => {
    const { quota, ...lane } = callers.find(credential, response)
    const { requestContext } = response.locals
    requestContext.quota = quota
    // It starts when another request ends, and its spans are not to be among those of that one. `AsyncResource.bind`
    // would do the same, and costs more (it defines properties that are deprecated).
    const scope = new AsyncResource('Turn')
    const startLater = () => {
      requestContext.quota = null
      scope.runInAsyncScope(start, undefined, credential, response, next)
    }
    const waiting = { ...lane, since: performance.now(), response, start: startLater }
    line.add(waiting)
    onRequestEnd(response, () => line.remove(waiting))
    if (line.size > limits.waiting) refuseOldest(true)
    if (timer === null) timer = setTimeout(refuseSome, limits.intervalMs)
  }
  return {
    takeTurn(request, response, next) {
      const credential = fingerprintOf(request)
      if (running < limits.running) start(credential, response, next)
      else wait(credential, response, next)
    },
    load: {
      get running() {
        return running
      },
      get waiting() {
        return line.size
      },
      get refused() {
        return refused
      },
    },
  }
}

// The turn ends when the response is made: what the client is slow to take costs no processor time.
function holdTurn(
  response: Response,
  milliseconds: number,
  { take, free }: { take: () => void; free: () => void },
): Turn {
  let state: 'held' | 'paused' | 'over' = 'held'
  const end = () => {
    if (state === 'held') free()
    state = 'over'
    clearTimeout(timer)
    response.off('prefinish', end)
  }
  const timer = setTimeout(end, milliseconds)
  response.on('prefinish', end)
  onRequestEnd(response, end)
  return {
    pause() {
      if (state !== 'held') return
      state = 'paused'
      free()
    },
    resume() {
      if (state !== 'paused' || isRequestOver(response)) return
      state = 'held'
      take()
    },
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
