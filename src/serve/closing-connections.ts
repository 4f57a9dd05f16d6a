import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Returns a function. After its call, each connection of the server ends with its next response. Clients then
 * connect again, and reach another process. Idle connections are not closed, because a client may be sending a
 * request at that moment, which would be lost.
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
