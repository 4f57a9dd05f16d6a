import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'

const PATH = '/metrics'
const TYPE = 'text/plain; version=0.0.4; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'
const LIMITS = {
  maxHeaderSize: 8 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
}
const MAX_CONNECTIONS = 32
// The limit for a client that sends and reads nothing.
const SILENCE_MS = 5_000
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** A server that answers GET and HEAD of `/metrics` with the text of `read`, and all other requests with 404. */
export function createMetricsServer(read: () => Promise<string>, log: Logger): Server {
  const readOnce = shareRunning(read)
  const serve: RequestListener = async (request, response) => {
    // Requests for metrics need no body, so a body is not read.
    if (hasBody(request.headers)) response.setHeader('Connection', 'close')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || request.url?.split('?', 1)[0] !== PATH)
      return sendText(response, 404, PLAIN, `Not found. The metrics are at GET ${PATH}.\n`)
    try {
      sendText(response, 200, TYPE, await readOnce())
    } catch (error) {
      log.error({ err: error }, 'metrics not read')
      sendText(response, 500, PLAIN, 'The metrics could not be read: see the log.\n')
    }
  }
  const server = createServer(LIMITS, serve)
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = SILENCE_MS
  return server
}

function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  const length = Buffer.byteLength(text)
  response.writeHead(status, { ...HEADERS, 'Content-Type': type, 'Content-Length': length })
  response.end(text)
}

function hasBody(headers: Readonly<Record<string, unknown>>): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
}

function shareRunning(read: () => Promise<string>): () => Promise<string> {
  let running: Promise<string> | null = null
  return () => {
    running ??= read().finally(() => {
      running = null
    })
    return running
  }
}
