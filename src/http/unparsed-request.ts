import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { GatewayError } from '../errors.ts'
import { createId } from '../values/ids.ts'
import { ERROR_CODE_HEADER, errorBody } from './error-body.ts'
import { helpLink } from './error-headers.ts'

const LINGER_MS = 500

/** The error for bytes that Node could not parse as a request; null if the connection is lost. */
export function parseErrorOf(code: string | undefined): GatewayError | null {
  switch (code) {
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ETIMEDOUT':
      return null
    case 'HPE_HEADER_OVERFLOW':
      return new GatewayError(
        'headers_too_large',
        'The target and the headers of a request take at most 16 KB together.',
      )
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new GatewayError('body_too_large', 'The extensions of a chunk are too long.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new GatewayError(
        'request_timeout',
        'The request did not arrive completely within the time limit.',
      )
    default:
      return new GatewayError('malformed_request', 'The request is not well-formed HTTP/1.1.')
  }
}

/**
 * Writes an error response to a connection that has no response object, and closes the connection.
 * Returns the request id of the response.
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
    [ERROR_CODE_HEADER]: error.code,
    Link: helpLink(error.code),
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n`
  socket.end(`${status}${lines.join('')}\r\n${body}`)
  // If the socket were destroyed at once, the client could get a reset instead of the response.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
  return requestId
}

/**
 * Whether an error response can be written to a connection, decided by the last response on it. `free`: it can. `busy`:
 * it can after that response has ended. `lost`: it cannot.
 */
export function connectionStatus(response: ServerResponse | undefined): 'free' | 'busy' | 'lost' {
  if (!response || response.writableFinished) return 'free'
  // The last request is complete, so the malformed bytes came after it. It is answered first.
  if (response.req.complete) return 'busy'
  return response.headersSent ? 'lost' : 'free'
}
