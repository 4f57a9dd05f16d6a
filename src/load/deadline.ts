import type { RequestHandler, Response } from 'express'
import { type GatewayError, serviceUnavailable } from '../errors.ts'
import { isRequestOver, onRequestEnd, recheckCaller } from './request-context.ts'
import { waitOutsideSlot } from './waiting/slot.ts'

export interface Deadline {
  /** Whether the request was rejected because of it. */
  isPast: boolean
  /** Waits for what only the client can delay. Rechecks the caller, which may throw, and begins the full time again. */
  exclude<Result>(wait: Promise<Result>): Promise<Result>
  /** Called when the time is over. Returns true if the work ends by itself now, and needs a moment for its answer. */
  endWork?: (error: GatewayError) => boolean
}

// The extra time to write the finished part of the response.
const LAST_MS = 2_000

/**
 * Calls `reject` if the response has not begun in time. The work can continue, but its result is dropped: the response
 * is already sent, and the error handlers do not change it.
 */
export function limitTime(
  milliseconds: number,
  reject: (response: Response, error: GatewayError) => void,
): RequestHandler {
  return (_request, response, next) => {
    const expire = (isLast = false) => {
      if (response.headersSent || isRequestOver(response)) return
      const error = serviceUnavailable(new Error(`the request took longer than ${milliseconds} ms`))
      if (!isLast && deadline.endWork?.(error)) timer = setTimeout(expire, LAST_MS, true)
      else {
        deadline.isPast = true
        reject(response, error)
      }
    }
    let timer = setTimeout(expire, milliseconds)
    onRequestEnd(response, () => clearTimeout(timer))
    const deadline: Deadline = {
      isPast: false,
      async exclude(wait) {
        const { requestContext } = response.locals
        clearTimeout(timer)
        const result = await waitOutsideSlot(requestContext, wait).finally(() => {
          if (!isRequestOver(response)) timer = setTimeout(expire, milliseconds)
        })
        await recheckCaller(requestContext)
        return result
      },
    }
    response.locals.deadline = deadline
    response.locals.requestContext.deadline = deadline
    next()
  }
}
