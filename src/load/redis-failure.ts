/** The number of ticks of 11 ms that an operation in Redis may take: about 50 ms. */
export const ANSWER_TICKS = 4
const TICK_MS = 11

/** The reason of a failure that a closed connection caused. */
export const CLOSED = 'closed'

/**
 * The result of an operation of Redis. Rejects after `answerTicks` ticks of 11 ms in which this
 * process has run. A pause of the event loop or of the whole machine must not count as a slow server: it counts as one
 * tick. The rejection runs in `setImmediate`, because that runs after the answers that have arrived are read. A timer
 * runs before.
 */
export function withinDeadline<Result>(
  running: Promise<Result>,
  answerTicks: number,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let ticks = 0
    const timer = setInterval(() => {
      if (++ticks < answerTicks) return
      clearInterval(timer)
      setImmediate(() => reject(new Error('timeout')))
    }, TICK_MS)
    running.then(resolve, reject).finally(() => clearInterval(timer))
  })
}

// The errors of ioredis have no codes, so the reason is found by the message.
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/timeout/i, 'timeout'],
  [/closed|max retries|offlinequeue/i, CLOSED],
  [/RESP type/, 'protocol'],
]

/**
 * The reason of a failure, as a code. The message is not used: it can contain the password, because a server that does
 * not know AUTH quotes the command.
 */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown'
  if (thrown.name === 'ReplyError') return /^[A-Z]{1,30}\b/.exec(thrown.message)?.[0] ?? 'ERR'
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code
  return MESSAGES.find(([pattern]) => pattern.test(thrown.message))?.[1] ?? thrown.name
}
