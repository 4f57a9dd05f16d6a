import { setTimeout as pause } from 'node:timers/promises'
import type { RequestHandler, Response } from 'express'
import {
  clientDisconnected,
  GatewayError,
  invalidParameter,
  sandboxOnly,
  serviceUnavailable,
} from '../errors.ts'
import { quotaError } from '../load/quota.ts'
import { isRequestOver, onRequestEnd, type RequestContext } from '../load/request-context.ts'
import { RECORDED_ERRORS } from './generated/recorded-errors.ts'

const SIMULATE_HEADER = 'X-Sandbox-Simulate'

const SLOW_MS = 5_000
const SIMULATED = RECORDED_ERRORS.portfolio
type SimulatedCode = keyof typeof SIMULATED
const CODES = Object.keys(SIMULATED)

/**
 * Gives a sandbox key the error that it asks for, or makes its request wait. It runs after the caller is identified and
 * charged, so it avoids neither. Throws the error, `sandbox_only` for a production key, or `invalid_parameter`.
 */
export const simulate: RequestHandler = async (request, response, next) => {
  const wanted = request.get(SIMULATE_HEADER)
  if (wanted === undefined) return next()
  const { requestContext, identified } = response.locals
  const { caller } = identified
  if (caller.kind !== 'partner' || caller.environment !== 'sandbox')
    throw sandboxOnly(SIMULATE_HEADER)
  if (wanted !== 'slow') throw simulatedError(wanted, requestContext)
  requestContext.isSimulated = true
  await waitSlowly(response)
  next()
}

function simulatedError(wanted: string, requestContext: RequestContext): GatewayError {
  if (!isSimulatedCode(wanted))
    return invalidParameter(`${SIMULATE_HEADER} takes slow or one of ${CODES.join(', ')}.`)
  requestContext.isSimulated = true
  const { quota, arrivedAt } = requestContext
  if (wanted === 'service_unavailable') return serviceUnavailable()
  if (wanted === 'rate_limit_exceeded' && quota) {
    requestContext.quota = { ...quota, remaining: 0, exceeded: true }
    return quotaError(requestContext.quota, arrivedAt)
  }
  // `internal_error` has no cause, so that none is logged.
  const headers = HEADERS[wanted]
  return new GatewayError(wanted, SIMULATED[wanted], headers ? { headers } : {})
}

function isSimulatedCode(text: string): text is SimulatedCode {
  return CODES.includes(text)
}

const HEADERS: Readonly<Partial<Record<SimulatedCode, Record<string, string>>>> = {
  too_many_concurrent_requests: { 'Retry-After': '1' },
  method_not_allowed: { Allow: 'GET, HEAD' },
}

// The request keeps the slot of its caller, but not that of its process, and no connection to the database. Its time begins again afterwards.
async function waitSlowly(response: Response): Promise<void> {
  const over = new AbortController()
  const forget = onRequestEnd(response, () => over.abort())
  const wait = pause(SLOW_MS, undefined, { signal: over.signal }).catch(() => {})
  await response.locals.deadline.exclude(wait.then(forget))
  if (isRequestOver(response)) throw clientDisconnected()
}
