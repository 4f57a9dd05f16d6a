import { AsyncResource } from 'node:async_hooks'
import type { RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import type { GatewayError } from '../errors.ts'
import { HeldTurn } from './held-turn.ts'
import { fingerprintOf, KnownCallers } from './known-callers.ts'
import { onRequestEnd } from './request-end.ts'
import { TURN_LIMITS, type TurnLimits } from './turn-limits.ts'
import { TurnLine } from './turn-line.ts'

/** The load of a process. It can be read at any time. */
type TurnLoad = Readonly<Pick<TurnLine, 'running' | 'waiting' | 'refused'>>

/**
 * Lets a limited number of requests through at a time. The others wait in a line, and get `service_unavailable` after
 * `patienceMs`. `refuse` sends this error.
 */
export function takeTurns(
  log: Logger,
  refuse: (response: Response, error: GatewayError) => void,
  replaced: Partial<TurnLimits> = {},
): { readonly takeTurn: RequestHandler; readonly load: TurnLoad } {
  const limits = { ...TURN_LIMITS, ...replaced }
  const line = new TurnLine(limits, log)
  const callers = new KnownCallers()
  const start = (credential: string | null, response: Response, next: () => void) => {
    line.countStarted()
    response.locals.requestContext.turn = new HeldTurn(response, line)
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
    line.wait({ ...lane, since, start: startLater, refuse: refuseIt }, response)
  }
  const takeTurn: RequestHandler = (request, response, next) => {
    const credential = fingerprintOf(request)
    const isFree = line.running < limits.running && line.waiting === 0
    if (isFree) start(credential, response, next)
    else wait(credential, response, next)
  }
  return { takeTurn, load: line }
}
