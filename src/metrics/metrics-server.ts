import { createServer, type RequestListener, type Server } from 'node:http'
import type { Logger } from 'pino'

const PATH = '/metrics'
const TYPE = 'text/plain; version=0.0.4; charset=utf-8'
const LIMITS = {
  maxHeaderSize: 8 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
}
const MAX_CONNECTIONS = 32
// Of a client that does not read.
const SILENCE_MS = 5_000
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** A server that answers GET and HEAD of `/metrics` with the text that `read` returns, and all else with 404. */
export function createMetricsServer(read: () => Promise<string>, log: Logger): Server {
  const readOnce = shareRunning(read)
  const serve: RequestListener = async (request, response) => {
    // No request of ours has a body, so none is read.
    if (hasBody(request.headers)) response.setHeader('Connection', 'close')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || request.url?.split('?', 1)[0] !== PATH)
      return void response.writeHead(404, HEADERS).end()
    try {
      const text = await readOnce()
      response.writeHead(200, { ...HEADERS, 'Content-Type': TYPE }).end(text)
    } catch (error) {
      log.error({ err: error }, 'metrics not read')
      response.writeHead(500, HEADERS).end()
    }
  }
  const server = createServer(LIMITS, serve)
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = SILENCE_MS
  return server
}

function hasBody(headers: Readonly<Record<string, unknown>>): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
}

// However many ask at the same time, the metrics are read once.
function shareRunning(read: () => Promise<string>): () => Promise<string> {
  let running: Promise<string> | null = null
  return () => {
    running ??= read().finally(() => {
      running = null
    })
    return running
  }
}
