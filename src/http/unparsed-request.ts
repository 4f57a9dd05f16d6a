import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { GatewayError } from '../errors.ts'
import type { RequestContext } from '../load/request-context.ts'
import { areaOf, ERROR_CODE_HEADER, errorBody, headersOf } from './error-body.ts'
import { quotaHeaders } from './quota-headers.ts'
import { pathIn } from './target.ts'

const LINGER_MS = 500
const LINE_BYTES = 512

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

export type FirstLine = ReturnType<typeof firstLineOf>

/** The first line of bytes that Node could not parse as a request. It decides the form of the error. */
export function firstLineOf(bytes: unknown) {
  const start = Buffer.isBuffer(bytes) ? bytes.toString('latin1', 0, LINE_BYTES) : ''
  const [method = '', target = ''] = start.split(' ', 2)
  return { method, path: pathIn(target) }
}

/** Writes an error response to a connection that has no response object, and closes the connection. */
export function respondUnparsed(
  socket: Duplex,
  { path }: FirstLine,
  error: GatewayError,
  requestContext: RequestContext,
  headers: Readonly<Record<string, string>>,
): void {
  const { requestId } = requestContext
  const body = JSON.stringify(errorBody(areaOf(path), error, requestId))
  const lines = Object.entries({
    ...headers,
    ...quotaHeaders(requestContext),
    ...headersOf(error),
    [ERROR_CODE_HEADER]: error.code,
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
}
