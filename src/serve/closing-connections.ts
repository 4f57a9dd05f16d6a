import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Returns a function that from its call on ends each connection of the server with its next response.
 * Clients then connect again, and reach another process. A connection that is closed while it is idle
 * can instead lose a request that its client is sending at that moment.
 */
export function createCloseAfterResponses(server: Server): () => void {
  const open = new Set<ServerResponse>()
  let closing = false
  const track = (_request: IncomingMessage, response: ServerResponse) => {
    if (closing) return endConnectionWith(response)
    open.add(response)
    response.once('close', () => open.delete(response))
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.prependListener(event, track)
  return () => {
    closing = true
    for (const response of open) endConnectionWith(response)
  }
}

function endConnectionWith(response: ServerResponse): void {
  if (response.headersSent) return
  response.setHeader('Connection', 'close')
  response.shouldKeepAlive = false
}
