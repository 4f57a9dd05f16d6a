import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { GatewayError } from '../errors.ts'
import { RequestContext } from '../load/request-context.ts'
import { MAX_BODY_BYTES } from './body.ts'
import { errorOf } from './error-body.ts'
import type { App } from './messages.ts'
import { type FirstLine, firstLineOf, parseErrorOf, respondUnparsed } from './unparsed-request.ts'

/** Limits that Node enforces before the app sees a request. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  /** For the whole request with its body. A response may take longer. */
  requestTimeout: 60_000,
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

/** The HTTP server of the gateway. A request that Node cannot parse gets an error body, an id and a line in the log. */
export function createGatewayServer(app: App, options: ServerOptions): Server {
  const { listener, messages, rejectRunning, countError } = app
  const { log, headers, limits, onUnparsed } = options
  // The app rejects a request without `Host`, with an error body.
  const server = createServer({ ...LIMITS, ...limits, ...messages, requireHostHeader: false })
  // Node would silently drop headers above a number, even a proxy's `X-Forwarded-For`. `maxHeaderSize` limits them.
  server.maxHeadersCount = 0
  const lastResponses = new WeakMap<Duplex, ServerResponse>()
  const rejected = new WeakSet<Duplex>()

  const serve: RequestListener = (request, response) => {
    lastResponses.set(request.socket, response)
    listener(request, response)
  }
  const respond = async (socket: Duplex, line: FirstLine, cause: GatewayError, reason = '') => {
    const requestContext = new RequestContext(undefined, addressOf(socket), new Date())
    const { requestId } = requestContext
    const error = await countError(requestContext, errorOf(line.method, line.path, cause))
    if (!socket.writable) return
    respondUnparsed(socket, line, error, requestContext, headers)
    const { status, code } = error
    log.info({ request_id: requestId, status, code, reason, milliseconds: 0 }, 'request')
    onUnparsed?.(error)
  }
  // Responses leave in the order of their requests. So the error waits for the last one.
  const reject = (socket: Duplex, ...rest: [FirstLine, GatewayError, string | undefined]) => {
    const last = lastResponses.get(socket)
    if (!last || last.writableFinished) void respond(socket, ...rest)
    else last.once('close', () => void respond(socket, ...rest))
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
  server.on('connect', ({ method = '' }: IncomingMessage, socket: Duplex) => {
    reject(socket, { method, path: '' }, notServed(method), method)
  })
  server.on('clientError', (thrown: NodeJS.ErrnoException & { rawPacket?: unknown }, socket) => {
    // Node also reports errors for the rest of the bytes on the connection.
    if (rejected.has(socket)) return
    rejected.add(socket)
    const error = parseErrorOf(thrown.code)
    const last = lastResponses.get(socket)
    if (error === null || !socket.writable || isUnused(socket)) socket.destroy()
    // The client has gone in the middle of its body.
    else if (thrown.code === 'HPE_INVALID_EOF_STATE' && last && !last.req.complete) socket.destroy()
    else if (!last || last.req.complete)
      reject(socket, firstLineOf(thrown.rawPacket), error, thrown.code)
    else if (!last.headersSent) rejectRunning(last, error)
    // The bytes belong to a request that has its response.
    else if (last.writableFinished) socket.destroy()
    else last.once('close', () => socket.destroy())
  })
  return server
}

function addressOf(socket: Duplex): string {
  return socket instanceof Socket ? (socket.remoteAddress ?? '') : ''
}

// Browsers open connections that they may never use. The end of one is not a failed request.
function isUnused(socket: Duplex): boolean {
  return 'bytesRead' in socket && socket.bytesRead === 0
}

function notServed(method: string): GatewayError {
  return new GatewayError('method_not_allowed', `${method} is not served.`, {
    headers: { Allow: 'GET, HEAD, POST, DELETE' },
  })
}
