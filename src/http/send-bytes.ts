import type { Response } from 'express'
import { isRequestOver, onRequestEnd } from '../access/request-end.ts'

// The system copies what is written while other requests wait: a quarter of a millisecond for each part.
const PART_BYTES = 256 * 1024

/**
 * Ends the response with these bytes. Long ones are written in parts, each when the client has taken the
 * one before: other requests are served in between. Resolves when all is written or the client has gone.
 */
export async function sendBytes(response: Response, bytes: Buffer): Promise<void> {
  const { requestContext } = response.locals
  if (bytes.length <= PART_BYTES || response.req.method === 'HEAD') {
    response.end(bytes)
    return
  }
  // What is left is up to the client.
  requestContext.turn?.pause()
  requestContext.heldBytes = bytes.length
  for (let offset = 0; offset < bytes.length && !isRequestOver(response); offset += PART_BYTES) {
    const part = bytes.subarray(offset, offset + PART_BYTES)
    if (!response.write(part)) await waitForDrain(response)
  }
  requestContext.heldBytes = 0
  response.end()
}

/**
 * Resolves when the client has read what was written, or has disconnected. A response can wait many times:
 * listeners are removed, since they would add up.
 */
export function waitForDrain(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle)
      forget()
      resolve()
    }
    response.on('drain', settle)
    const forget = onRequestEnd(response, resolve)
  })
}
