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
import { connectionStatus, parseErrorOf, respondUnparsed } from './unparsed-request.ts'

/** How large and how slow a request may be before anything of ours sees it. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  /** For the whole request, its body included; an answer may take longer. */
  requestTimeout: 60_000,
  /** How often both are looked at. */
  connectionsCheckingInterval: 5_000,
}

export interface ServerOptions {
  readonly log: Logger
  /** Of every response. */
  readonly headers: Readonly<Record<string, string>>
  readonly limits?: Partial<typeof LIMITS>
}

/**
 * The HTTP server of the gateway. What Node itself would refuse, without a body and unseen, gets an
 * error body, a request id and a line in the log.
 */
export function createGatewayServer(app: RequestListener, options: ServerOptions): Server {
  const { log, headers, limits } = options
  // A missing `Host` is refused by the app, with a body.
  const server = createServer({ ...LIMITS, ...limits, requireHostHeader: false })
  // Past this number Node drops headers without a word, of which one may be a proxy's
  // `X-Forwarded-For`. Their size is what bounds them.
  server.maxHeadersCount = 0
  const lastResponses = new WeakMap<Duplex, ServerResponse>()
  const refused = new WeakSet<Duplex>()

  const serve: RequestListener = (request, response) => {
    lastResponses.set(request.socket, response)
    app(request, response)
  }
  const refuse = (socket: Duplex, error: GatewayError, reason: string | undefined) => {
    const requestId = respondUnparsed(socket, error, headers)
    const { status, code } = error
    log.info({ request_id: requestId, status, code, reason, milliseconds: 0 }, 'request')
  }
  // An answer of Node's own: `100 Continue` is for a body that will be read.
  const serveExpectant: RequestListener = (request, response) => {
    if (Number(request.headers['content-length'] ?? 0) <= MAX_BODY_BYTES) response.writeContinue()
    serve(request, response)
  }

  server.on('request', serve)
  server.on('checkContinue', serveExpectant)
  // Any other expectation is one that a server may ignore.
  server.on('checkExpectation', serve)
  server.on('connect', ({ method }: IncomingMessage, socket: Duplex) => {
    refuse(socket, notServed(method), 'CONNECT')
  })
  server.on('clientError', (thrown: NodeJS.ErrnoException, socket) => {
    // The rest of what was sent fails as well.
    if (refused.has(socket)) return
    refused.add(socket)
    const error = parseErrorOf(thrown.code)
    const last = lastResponses.get(socket)
    const standing = connectionStatus(last)
    if (error === null || !socket.writable || standing === 'lost' || isUnused(socket))
      socket.destroy()
    else if (standing === 'busy') last?.once('close', () => refuse(socket, error, thrown.code))
    else refuse(socket, error, thrown.code)
  })
  return server
}

// A browser opens connections that it may never use: that one of them ends is no request.
function isUnused(socket: Duplex): boolean {
  return 'bytesRead' in socket && socket.bytesRead === 0
}

function notServed(method: string | undefined): GatewayError {
  return new GatewayError('method_not_allowed', `${method} is not served.`, {
    headers: { Allow: 'GET, HEAD, POST, DELETE' },
  })
}
