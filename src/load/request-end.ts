import type { ServerResponse } from 'node:http'

type Callbacks = Set<() => void>

const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS']
const byResponse = new WeakMap<ServerResponse, Callbacks>()

/**
 * Calls `callback` once, when the request has ended: its response or its connection is closed. Both
 * are observed, because Node closes only the first response when a connection with several pipelined
 * requests is cut. Returns a function that removes the callback.
 */
export function onRequestEnd(response: ServerResponse, callback: () => void): () => void {
  if (isRequestOver(response)) {
    callback()
    return () => {}
  }
  const callbacks = byResponse.get(response) ?? watch(response)
  callbacks.add(callback)
  return () => callbacks.delete(callback)
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

/** The method as a label. HEAD counts as GET, and a method that no path serves counts as `other`. */
export function methodLabel(method: string | undefined = ''): string {
  if (method === 'HEAD') return 'GET'
  return METHODS.includes(method) ? method : 'other'
}

// A request has more than ten callbacks. With a listener for each, Node warns of a leak.
function watch(response: ServerResponse): Callbacks {
  const callbacks: Callbacks = new Set()
  const { socket } = response.req
  const end = () => {
    response.off('close', end)
    socket.off('close', end)
    for (const call of callbacks) {
      // The end of a connection can be noticed twice.
      callbacks.delete(call)
      call()
    }
  }
  byResponse.set(response, callbacks)
  response.on('close', end)
  // A connection can have any number of pipelined requests.
  socket.setMaxListeners(0).on('close', end)
  return callbacks
}
