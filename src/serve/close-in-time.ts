import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

const LIMIT_MS = 8_000
const FORCED_LIMIT_MS = 1_000

/**
 * Closes the open resources of a process, such as its database. A database that does not answer must not
 * keep the process running: after a time limit, this logs an error and returns.
 */
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
