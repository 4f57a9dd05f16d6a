import type { Request, Response } from 'express'

// Enough for a caller to notice the answer while it sends; what it sends after that is not read.
const LINGER_MS = 1_000
const LINGER_BYTES = 1024 * 1024

/**
 * Sends JSON. Where the connection is to be closed before the request's body has come, the answer
 * goes out at once and the close comes a moment later: closing at once could keep the caller from
 * reading the answer.
 */
export function sendJson(response: Response, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', bytes.length)
  const closesEarly = response.getHeader('Connection') === 'close' && !response.req.complete
  if (!closesEarly) {
    response.end(bytes)
    return
  }
  response.write(bytes)
  discard(response.req, () => response.end())
}

function discard(request: Request, done: () => void): void {
  let left = LINGER_BYTES
  const timer = setTimeout(settle, LINGER_MS)
  function count(chunk: Buffer) {
    left -= chunk.length
    // The caller's sending comes to a halt, and it reads.
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
