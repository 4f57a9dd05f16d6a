import type { NextFunction, Response } from 'express'
import { GatewayError } from '../errors.ts'

// The errors for `If-Match`, `If-Unmodified-Since` and `Range` headers that do not fit the file.
const REFUSED: Readonly<Record<number, string>> = {
  412: 'The file is not the one that the request names.',
  416: 'The file has no such range.',
}
// These headers describe the file. If an error is sent instead, they are removed.
const FILE_HEADERS = ['Content-Encoding', 'ETag', 'Last-Modified', 'Accept-Ranges']

/** The end of the response with a file: nothing, or the error of a request that does not fit it. */
export function endFile(response: Response, next: NextFunction) {
  return (error?: Error & { readonly status?: number }) => {
    // If headers were sent, the client has disconnected.
    if (!error || response.headersSent) return
    const { status = 404 } = error
    const text = REFUSED[status]
    // A later build has removed the file.
    if (text === undefined) return next(routeNotFound())
    for (const name of FILE_HEADERS) response.removeHeader(name)
    response.status(status).set('Cache-Control', 'no-store').type('text').send(`${text}\n`)
  }
}

const routeNotFound = () => new GatewayError('route_not_found', 'There is no such path.')
