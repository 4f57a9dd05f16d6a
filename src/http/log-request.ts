import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { onRequestEnd } from '../access/request-end.ts'

// A path is ASCII, so these are bytes.
const MAX_PATH_LENGTH = 512
// Nothing was sent: the caller had gone. The number is the one that other servers log for it.
const CLIENT_CLOSED_REQUEST = 499

/** Writes one line for each request, when its response has ended or its caller has gone. */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now()
    const { method } = request
    const path = loggedPath(response.locals.target.path)
    // Not 'finish', which a caller that goes away in the middle keeps from coming.
    onRequestEnd(response, () => {
      const milliseconds = Math.round((performance.now() - started) * 10) / 10
      log.info(
        {
          request_id: response.locals.requestContext.requestId,
          method,
          path,
          status: response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST,
          milliseconds,
          ...(!response.writableFinished && { cut_off: true }),
        },
        'request',
      )
    })
    next()
  }
}

// Paths are logged without their query: what is asked for of whom is the client's business. The
// pages of an invitation and of a connection link have what they are opened with in the path.
function loggedPath(path: string): string {
  const open = ['/invitation/', '/connect/'].find((start) => path.startsWith(start))
  const shown = open === undefined || path === open ? path : `${open}…`
  return shown.length > MAX_PATH_LENGTH ? `${shown.slice(0, MAX_PATH_LENGTH)}…` : shown
}
