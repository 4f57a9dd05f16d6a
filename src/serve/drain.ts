import { once } from 'node:events'
import type { Server } from 'node:http'
import { setImmediate as nextPoll, setTimeout as sleep } from 'node:timers/promises'

const DEADLINE_MS = 10_000
const IDLE_CHECK_MS = 50

/** How to stop. */
export interface Drain {
  /** How long requests are still accepted, in milliseconds. */
  readonly graceMs: number
  /** Aborts when the process must stop without waiting. */
  readonly forced: AbortSignal
}

/**
 * Ends the server. It accepts requests in the grace, and then no new connections. It closes idle connections
 * and waits for the others, for at most 10 seconds.
 */
export async function drain(server: Server, { graceMs, forced }: Drain): Promise<void> {
  await sleep(graceMs, undefined, { signal: forced }).catch(() => {})
  await readArrivedRequests()
  const closed = once(server, 'close')
  const closeAll = () => server.closeAllConnections()
  server.close()
  const idle = setInterval(async () => {
    await readArrivedRequests()
    server.closeIdleConnections()
  }, IDLE_CHECK_MS)
  const deadline = setTimeout(closeAll, DEADLINE_MS)
  forced.addEventListener('abort', closeAll)
  if (forced.aborted) closeAll()
  await closed
  clearInterval(idle)
  clearTimeout(deadline)
}

// In a busy process, a connection that seems idle can have a request that has not been read. Node reads
// connections between its timers and the next `setImmediate`.
async function readArrivedRequests(): Promise<void> {
  await nextPoll()
}
