import type { Response } from 'express'
import { isRequestOver, onRequestEnd } from '../load/request-context.ts'

// The system copies the written bytes while other requests wait: a quarter of a millisecond for a part of this size.
const PART_BYTES = 256 * 1024

/**
 * Ends the response with these bytes. A part of a long body is written when the client has taken the previous one, and
 * other requests are served in between. Resolves when everything is written or the client has disconnected.
 */
export async function sendBytes(response: Response, bytes: Buffer): Promise<void> {
  const { requestContext } = response.locals
  response.setHeader('Content-Length', bytes.length)
  if (bytes.length <= PART_BYTES || response.req.method === 'HEAD') return void response.end(bytes)
  // From here on, only the client can delay the response.
  requestContext.slot?.pause()
  requestContext.heldBytes = bytes.length
  for (let offset = 0; offset < bytes.length && !isRequestOver(response); offset += PART_BYTES) {
    const part = bytes.subarray(offset, offset + PART_BYTES)
    if (!response.write(part)) await waitForDrain(response)
  }
  requestContext.heldBytes = 0
  response.end()
}

/** Resolves when the client has read the written bytes, or has disconnected. */
export function waitForDrain(response: Response): Promise<void> {
  return new Promise((resolve) => {
    // A response can wait many times, so the listeners are removed each time.
    const settle = () => {
      response.off('drain', settle)
      forget()
      resolve()
    }
    response.on('drain', settle)
    const forget = onRequestEnd(response, resolve)
  })
}
