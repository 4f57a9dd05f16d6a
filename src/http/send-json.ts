import type { Request, Response } from 'express'

// Limits on reading the rest of a body after the response, so that the client notices the response.
const LINGER_MS = 1_000
const LINGER_BYTES = 1024 * 1024

/**
 * Sends JSON. If the connection will be closed before the request's body has arrived, it is closed a moment after the
 * response. If it were closed at once, the client could get a reset instead of the response.
 */
export function sendJson(response: Response, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', bytes.length)
  const closesEarly = response.getHeader('Connection') === 'close' && !response.req.complete
  if (!closesEarly) return void response.end(bytes)
  response.write(bytes)
  discard(response.req, () => response.end())
}

function discard(request: Request, done: () => void): void {
  let left = LINGER_BYTES
  const timer = setTimeout(settle, LINGER_MS)
  function count(chunk: Buffer) {
    left -= chunk.length
    // Backpressure stops the client from sending more.
    if (left < 0) request.pause()
  }
  function settle() {
    clearTimeout(timer)
    request.off('data', count).off('end', settle).off('close', settle)
    request.pause()
    done()
  }
  request.on('data', count).on('end', settle).on('close', settle)
}
