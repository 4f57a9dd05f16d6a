import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const openRequests = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls back once, when a request is over: its response is closed, or its connection is. Of several
 * requests sent ahead on one connection that is then cut, Node closes only the first response.
 * Gives what takes the callback back.
 */
export function onRequestEnd(response: ServerResponse, callback: () => void): () => void {
  const { socket } = response.req
  const open = openRequests.get(socket) ?? watch(socket)
  const forget = () => {
    response.off('close', end)
    return open.delete(end)
  }
  const end = () => {
    if (forget()) callback()
  }
  open.add(end)
  if (isRequestOver(response)) end()
  else response.on('close', end)
  return forget
}

/** Whether nobody waits for the response any more. */
export function isRequestOver(response: ServerResponse): boolean {
  return response.closed || response.req.socket.destroyed
}

// One listener for each connection: one for each request would be more than Node finds sane.
function watch(socket: Socket): Set<() => void> {
  const open = new Set<() => void>()
  openRequests.set(socket, open)
  socket.once('close', () => {
    for (const end of open) end()
  })
  return open
}
