import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const callbacksBySocket = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `callback` once, when the request has ended: its response or its connection is closed. Both
 * are observed, because Node closes only the first response when a connection with several pipelined
 * requests is cut. Returns a function that removes the callback.
 */
export function onRequestEnd(response: ServerResponse, callback: () => void): () => void {
  const { socket } = response.req
  const open = callbacksBySocket.get(socket) ?? watch(socket)
  const remove = () => {
    response.off('close', end)
    return open.delete(end)
  }
  const end = () => {
    if (remove()) callback()
  }
  open.add(end)
  if (isRequestOver(response)) end()
  else response.on('close', end)
  return remove
}

/** Whether the response was sent, or can no longer be sent. */
export function isRequestOver(response: ServerResponse): boolean {
  return response.closed || response.req.socket.destroyed
}

/**
 * The status of a request that has ended: 499 if the client disconnected before the response began, as nginx has it. No
 * response has that status.
 */
export function endStatusOf(response: ServerResponse): number {
  return response.headersSent ? response.statusCode : 499
}

// One listener for each connection: with one for each request, Node warns of a listener leak.
function watch(socket: Socket): Set<() => void> {
  const open = new Set<() => void>()
  callbacksBySocket.set(socket, open)
  socket.once('close', () => {
    for (const end of open) end()
  })
  return open
}
