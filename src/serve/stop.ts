import { once } from 'node:events'
import type { Server } from 'node:http'
import { setImmediate as nextPoll, setTimeout as sleep } from 'node:timers/promises'
import { isatty } from 'node:tty'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'

// Ctrl-C reaches a child of npm twice within milliseconds: from the terminal and from npm.
const SAME_KEY_PRESS_MS = 500

/** From now on, none of these signals ends the process by itself. `forced` aborts at a second one: nothing may wait. */
export function listenForStop(signals: readonly NodeJS.Signals[]) {
  const force = new AbortController()
  const first = new Promise<NodeJS.Signals>((resolve) => {
    let firstAt: number | undefined
    const receive = (signal: NodeJS.Signals) => {
      firstAt ??= performance.now()
      resolve(signal)
      if (performance.now() - firstAt > SAME_KEY_PRESS_MS) force.abort()
    }
    for (const signal of signals) process.on(signal, receive)
  })
  return { first, forced: force.signal }
}

/** How long requests are still accepted after a signal, in milliseconds. After Ctrl-C on a terminal: 0. */
export function graceFor(signal: NodeJS.Signals, { drainGraceMs }: Pick<Config, 'drainGraceMs'>) {
  return signal === 'SIGINT' && isatty(0) ? 0 : drainGraceMs
}

const DEADLINE_MS = 10_000
const IDLE_CHECK_MS = 50

export interface Drain {
  /** How long requests are still accepted, in milliseconds. */
  readonly graceMs: number
  /** Aborts when the process must stop without waiting. */
  readonly forced: AbortSignal
}

/** Accepts requests in the grace. Then closes idle connections, and waits at most 10 seconds for the others. */
export async function drain(server: Server, { graceMs, forced }: Drain): Promise<void> {
  await sleep(graceMs, undefined, { signal: forced }).catch(() => {})
  // In a busy process, a connection that seems idle can have a request that has not been read. Node reads connections
  // between its timers and the next `setImmediate`.
  await nextPoll()
  const closed = once(server, 'close')
  const closeAll = () => server.closeAllConnections()
  server.close()
  const idle = setInterval(async () => {
    await nextPoll()
    server.closeIdleConnections()
  }, IDLE_CHECK_MS)
  const deadline = setTimeout(closeAll, DEADLINE_MS)
  void whenAborted(forced).then(closeAll)
  await closed
  clearInterval(idle)
  clearTimeout(deadline)
}

const LIMIT_MS = 8_000
const FORCED_LIMIT_MS = 1_000

/** Waits for `close`. A database that does not answer must not keep the process running, so there is a limit. */
export async function closeInTime(
  close: () => Promise<unknown>,
  forced: AbortSignal,
  log: Logger,
): Promise<void> {
  const closed = close().then(() => true)
  const late = new AbortController()
  const limit = sleep(LIMIT_MS, false, { signal: late.signal })
  const forcedLimit = whenAborted(forced).then(() => sleep(FORCED_LIMIT_MS, false, { ref: false }))
  const isClosed = await Promise.race([closed, limit, forcedLimit]).finally(() => {
    late.abort()
    limit.catch(() => {})
  })
  const advice = 'an embedded server is left as it is; the next start uses it'
  if (!isClosed) log.error({ advice }, 'the database did not answer while stopping')
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}
