const DEADLINE_TICKS = 4
const TICK_MS = 11

/** The reason of what fails because the connection was closed. */
export const CLOSED = 'closed'

/** Redis is not in use, or did not answer in time. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable'
}

/**
 * The result of an operation of Redis, or `RedisUnavailable` after 50 ms in which this process has run. A
 * pause, of its event loop or of the whole machine, is not taken for a slow server: it counts as one tick,
 * and `setImmediate` runs after the answers that have arrived are read, where a timer runs before.
 */
export function withinDeadline<Result>(running: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    let ticks = 0
    const timer = setInterval(() => {
      if (++ticks < DEADLINE_TICKS) return
      clearInterval(timer)
      setImmediate(() => reject(new RedisUnavailable('timeout')))
    }, TICK_MS)
    running.then(resolve, reject).finally(() => clearInterval(timer))
  })
}

// The errors of ioredis itself have no codes.
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/timeout/i, 'timeout'],
  [/closed|max retries|offlinequeue/i, CLOSED],
  [/RESP type/, 'protocol'],
]

/** The reason of a failure, as a code. A message can contain the password: a server that does not know AUTH quotes it. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown'
  if (thrown.name === 'ReplyError') return /^[A-Z]{1,30}\b/.exec(thrown.message)?.[0] ?? 'ERR'
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code
  return MESSAGES.find(([pattern]) => pattern.test(thrown.message))?.[1] ?? thrown.name
}
