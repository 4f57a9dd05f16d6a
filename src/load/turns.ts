import { AsyncResource } from 'node:async_hooks'
import type { RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { type GatewayError, serviceUnavailable } from '../errors.ts'
import { measured } from '../measured.ts'
import { networkOf } from './address-limiter.ts'
import { fingerprintOf, KnownCallers } from './known-callers.ts'
import { isRequestOver, onRequestEnd } from './request-end.ts'
import type { Turn } from './turn.ts'
import { type Waiting, WaitingLine } from './waiting-line.ts'

/** The limits of the requests of one process. */
export interface TurnLimits {
  /** The number of requests that are worked on at a time. A higher number makes no request faster. */
  readonly running: number
  /**
   * A request that has had its turn for so many milliseconds counts as slow: it waits for something other than the
   * processor.
   */
  readonly turnMs: number
  /** The number of requests that may be slow at a time. At this number, further slow requests keep their turns. */
  readonly slow: number
  /** A request that has waited so many milliseconds for its turn is refused. */
  readonly patienceMs: number
  /** The number of requests that may wait. If more wait, the oldest is refused at once. */
  readonly waiting: number
  /** The interval at which some of the overdue requests are refused, in milliseconds. */
  readonly intervalMs: number
}

const TURN_LIMITS: TurnLimits = {
  running: 48,
  turnMs: 1_000,
  slow: 96,
  patienceMs: 700,
  waiting: 10_000,
  intervalMs: 10,
}

const REFUSED_SHARE = 1 / 6
const WARN_EVERY_MS = 10_000

/** The load of a process. */
interface TurnLoad {
  /** The number of requests that are worked on. Requests with heavy work are not counted: they have separate turns. */
  readonly running: number
  /** The number of requests that wait. */
  readonly waiting: number
  /** The number of requests that were refused since the start. */
  readonly refused: number
}

interface WaitingRequest extends Waiting {
  readonly start: () => void
  readonly refuse: (error: GatewayError) => void
}

interface Turns {
  /** How many requests have their turn, and how many are slow. */
  running: number
  slow: number
  readonly limits: TurnLimits
  /**
   * Call this when `running` has become less. It starts one request in each turn of the event loop. Otherwise requests
   * that give back their turns at once would start each other, and the process would not read new requests meanwhile.
   */
  startNext(): void
  wait(waiting: WaitingRequest, response: Response): void
}

/**
 * Lets a limited number of requests through at a time. The others wait in a line, and get `service_unavailable` after
 * `patienceMs`. `refuse` sends this error. `load` can be read at any time.
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
  // All refusals share one error object: creating an error for each refusal is expensive, and its stack is not useful.
  const refusal = serviceUnavailable()
  let started = 0
  let refused = 0
  let due = 0
  let timer: NodeJS.Timeout | null = null
  let next: NodeJS.Immediate | null = null

  const turns: Turns = {
    running: 0,
    slow: 0,
    limits,
    startNext() {
      if (next !== null || line.size === 0 || turns.running >= limits.running) return
      next = setImmediate(() => {
        next = null
        const waiting = line.takeNext(performance.now())
        if (!waiting) return
        measured.emit('wait', 'turn', performance.now() - waiting.since)
        waiting.start()
        turns.startNext()
      })
    },
    wait(waiting, response) {
      line.add(waiting)
      turns.startNext()
      onRequestEnd(response, () => line.remove(waiting))
      if (line.size > limits.waiting) refuseOldest(true)
      if (timer === null) timer = setTimeout(refuseSome, limits.intervalMs)
    },
  }
  const refuseOldest = (isFull = false): boolean => {
    const overdue = line.takeOverdue(performance.now(), isFull)
    if (!overdue) return false
    refused++
    measured.emit('wait', 'turn', performance.now() - overdue.since)
    warn(line.size)
    overdue.refuse(refusal)
    return true
  }
  // A refusal costs time, and the client may come back at once. So the number of refusals is a fraction of the number
  // of started requests; the other clients stay in the line.
  const refuseSome = () => {
    due = Math.min(due, 1) + (started > 0 ? started * REFUSED_SHARE : 1)
    started = 0
    for (; due >= 1 && refuseOldest(); due--);
    timer = line.size > 0 ? setTimeout(refuseSome, limits.intervalMs) : null
  }
  const start = (credential: string | null, response: Response, next: () => void) => {
    started++
    const { requestContext } = response.locals
    requestContext.turn = holdTurn(response, turns)
    onRequestEnd(response, () => callers.remember(credential, response))
    next()
  }
  const wait = (credential: string | null, response: Response, next: () => void) => {
    const { quota, ...lane } = callers.find(credential, response)
    const { requestContext } = response.locals
    requestContext.quota = quota
    // The request starts when another request ends. Its spans must not become part of that other request.
    // `AsyncResource.bind` has the same effect and is slower, because it defines deprecated properties.
    const scope = new AsyncResource('Turn')
    const startLater = () => {
      requestContext.quota = null
      scope.runInAsyncScope(start, undefined, credential, response, next)
    }
    const since = performance.now()
    const refuseIt = (error: GatewayError) => refuse(response, error)
    turns.wait({ ...lane, since, start: startLater, refuse: refuseIt }, response)
  }
  return {
    takeTurn(request, response, next) {
      const credential = fingerprintOf(request)
      const isFree = turns.running < limits.running && line.size === 0
      if (isFree) start(credential, response, next)
      else wait(credential, response, next)
    },
    load: {
      get running() {
        return turns.running
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

// The turn ends when the response is complete in this process: a client that reads it slowly costs no processor time.
function holdTurn(response: Response, turns: Turns): Turn {
  let state: 'held' | 'slow' | 'paused' | 'over' = 'over'
  let timer: NodeJS.Timeout | undefined
  const hold = () => {
    state = 'held'
    turns.running++
    timer = setTimeout(becomeSlow, turns.limits.turnMs)
  }
  const becomeSlow = () => {
    if (turns.slow >= turns.limits.slow) {
      timer = setTimeout(becomeSlow, turns.limits.turnMs)
      return
    }
    leave('slow')
    turns.slow++
  }
  const leave = (next: typeof state) => {
    const last = state
    state = next
    clearTimeout(timer)
    if (last === 'slow') turns.slow--
    if (last !== 'held') return
    turns.running--
    turns.startNext()
  }
  const end = () => {
    leave('over')
    response.off('prefinish', end)
  }
  hold()
  response.on('prefinish', end)
  onRequestEnd(response, end)
  return {
    pause() {
      if (state !== 'over') leave('paused')
    },
    async resume() {
      if (state !== 'paused' || isRequestOver(response)) return
      if (turns.running < turns.limits.running) hold()
      else await waitAgain(response, turns, hold)
    },
  }
}
// The caller may be identified by now, so the lane is determined again.
function waitAgain(response: Response, turns: Turns, hold: () => void): Promise<void> {
  const { charged, ip } = response.locals.requestContext
  const lane = charged?.subject ?? networkOf(ip)
  const isKnown = charged !== null
  return new Promise((resolve, refuse) => {
    const start = () => {
      hold()
      resolve()
    }
    turns.wait({ lane, isKnown, since: performance.now(), start, refuse }, response)
    onRequestEnd(response, resolve)
  })
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
