import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { createId } from '../access/ids.ts'
import { GatewayError } from '../errors.ts'
import { errorBody } from './error-body.ts'

const LINGER_MS = 500

/** The refusal of bytes that Node could not read as a request; null where there is nobody to tell. */
export function parseErrorOf(code: string | undefined): GatewayError | null {
  switch (code) {
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ETIMEDOUT':
      return null
    case 'HPE_HEADER_OVERFLOW':
      return new GatewayError('headers_too_large', 'The target and the headers take 16 KB in all.')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new GatewayError('body_too_large', 'The extensions of a chunk are too long.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new GatewayError('request_timeout', 'The request did not come whole in time.')
    default:
      return new GatewayError('malformed_request', 'The request is not well-formed HTTP/1.1.')
  }
}

/**
 * Writes a refusal on a connection on which no response object exists, and closes it. Gives the
 * request id under which it is to be logged.
 */
export function respondUnparsed(
  socket: Duplex,
  error: GatewayError,
  headers: Readonly<Record<string, string>>,
): string {
  const requestId = createId('request')
  const body = JSON.stringify(errorBody('portfolio', error, requestId))
  const lines = Object.entries({
    ...headers,
    ...error.headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n`
  socket.end(`${status}${lines.join('')}\r\n${body}`)
  // Destroyed at once, the caller may get a reset instead of the answer.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
  return requestId
}

/** What stands between a refusal and a connection, by the last response that was begun on it. */
export function connectionStatus(response: ServerResponse | undefined): 'free' | 'busy' | 'lost' {
  if (!response || response.writableFinished) return 'free'
  // A later request on the connection is the bad one: this one is answered first.
  if (response.req.complete) return 'busy'
  return response.headersSent ? 'lost' : 'free'
}
