import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { GatewayError } from '../errors.ts'
import { MAX_BODY_BYTES } from './body.ts'
import type { App } from './messages.ts'
import { connectionStatus, parseErrorOf, respondUnparsed } from './unparsed-request.ts'

/** Limits that Node enforces before the app sees a request. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  /** For the whole request with its body. A response may take longer. */
  requestTimeout: 60_000,
  /** How often both timeouts are checked. */
  connectionsCheckingInterval: 5_000,
}

export interface ServerOptions {
  readonly log: Logger
  /** Sent with every response. */
  readonly headers: Readonly<Record<string, string>>
  readonly limits?: Partial<typeof LIMITS>
  /** Called with the error of each request that is rejected before the app. */
  readonly onUnparsed?: ((error: GatewayError) => void) | undefined
}

/**
 * The HTTP server of the gateway. A request that Node cannot parse gets an error body, a request id
 * and a line in the log. By default Node sends an empty response and logs nothing.
 */
export function createGatewayServer({ listener, messages }: App, options: ServerOptions): Server {
  const { log, headers, limits, onUnparsed } = options
  // The app rejects a request without `Host`, with an error body.
  const server = createServer({ ...LIMITS, ...limits, ...messages, requireHostHeader: false })
  // By default Node silently drops headers above a maximum number, and one of them may be the proxy's
  // `X-Forwarded-For`. `maxHeaderSize` limits headers instead.
  server.maxHeadersCount = 0
  const lastResponses = new WeakMap<Duplex, ServerResponse>()
  const rejected = new WeakSet<Duplex>()

  const serve: RequestListener = (request, response) => {
    lastResponses.set(request.socket, response)
    listener(request, response)
  }
  const reject = (socket: Duplex, error: GatewayError, reason: string | undefined) => {
    const requestId = respondUnparsed(socket, error, headers)
    const { status, code } = error
    log.info({ request_id: requestId, status, code, reason, milliseconds: 0 }, 'request')
    onUnparsed?.(error)
  }
  // `100 Continue` is sent only for a body that will be read.
  const serveExpectant: RequestListener = (request, response) => {
    if (Number(request.headers['content-length'] ?? 0) <= MAX_BODY_BYTES) response.writeContinue()
    serve(request, response)
  }

  server.on('request', serve)
  server.on('checkContinue', serveExpectant)
  // HTTP allows a server to ignore any other expectation.
  server.on('checkExpectation', serve)
  server.on('connect', ({ method }: IncomingMessage, socket: Duplex) => {
    reject(socket, notServed(method), 'CONNECT')
  })
  server.on('clientError', (thrown: NodeJS.ErrnoException, socket) => {
    // Node also reports an error for the rest of the bytes on the connection.
    if (rejected.has(socket)) return
    rejected.add(socket)
    const error = parseErrorOf(thrown.code)
    const last = lastResponses.get(socket)
    const status = connectionStatus(last)
    if (error === null || !socket.writable || status === 'lost' || isUnused(socket))
      socket.destroy()
    else if (status === 'busy') last?.once('close', () => reject(socket, error, thrown.code))
    else reject(socket, error, thrown.code)
  })
  return server
}

// Browsers open connections that they may never use. The end of one is not a failed request.
function isUnused(socket: Duplex): boolean {
  return 'bytesRead' in socket && socket.bytesRead === 0
}

function notServed(method: string | undefined): GatewayError {
  return new GatewayError('method_not_allowed', `${method} is not served.`, {
    headers: { Allow: 'GET, HEAD, POST, DELETE' },
  })
}
