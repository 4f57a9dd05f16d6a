import type { RequestHandler, Response } from 'express'
import { isRequestOver, onRequestEnd } from '../access/request-end.ts'
import { waitOutsideTurn } from '../access/turn.ts'
import { type GatewayError, serviceUnavailable } from '../errors.ts'

declare global {
  namespace Express {
    interface Locals {
      /** Set for every request. */
      deadline: Deadline
    }
  }
}

/** The time in which a request has to be answered. */
export interface Deadline {
  /** Whether the request was rejected because of it. */
  isPast: boolean
  /** Waits for something that only the client can delay. Starts the time anew afterwards. */
  exclude<Result>(wait: Promise<Result>): Promise<Result>
}

/**
 * Calls `reject` for a request whose response has not begun in time. What its work comes to afterwards
 * is dropped: it finds the response sent, and the error handlers leave that alone.
 */
export function limitTime(
  milliseconds: number,
  reject: (response: Response, error: GatewayError) => void,
): RequestHandler {
  return (_request, response, next) => {
    const expire = () => {
      if (response.headersSent || isRequestOver(response)) return
      deadline.isPast = true
      const cause = new Error(`the request took longer than ${milliseconds} ms`)
      reject(response, serviceUnavailable(cause))
    }
    let timer = setTimeout(expire, milliseconds)
    onRequestEnd(response, () => clearTimeout(timer))
    const deadline: Deadline = {
      isPast: false,
      exclude: (wait) => {
        clearTimeout(timer)
        return waitOutsideTurn(response.locals.requestContext, wait).finally(() => {
          if (!isRequestOver(response)) timer = setTimeout(expire, milliseconds)
        })
      },
    }
    response.locals.deadline = deadline
    next()
  }
}
