const DEADLINE_MS = 50

/** The reason of what fails because the connection was closed. */
export const CLOSED = 'closed'

/** Redis is not in use, or did not answer in time. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable'
}

/**
 * The result of an operation of Redis, or `RedisUnavailable` after 50 ms. A pause of this process is not
 * taken for a slow server: the timer runs before the answers that have arrived are read, and
 * `setImmediate` runs after.
 */
export function withinDeadline<Result>(running: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => setImmediate(() => reject(new RedisUnavailable('timeout'))),
      DEADLINE_MS,
    )
    running.then(resolve, reject).finally(() => clearTimeout(timer))
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
