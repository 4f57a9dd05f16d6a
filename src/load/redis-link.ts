import { Redis, type RedisOptions } from 'ioredis'
import { codeOf } from '../errors.ts'

/** The number of ticks of 11 ms that an operation in Redis may take: about 50 ms. */
export const ANSWER_TICKS = 4
const TICK_MS = 11
const CLOSED = 'closed'
const CONNECT_MS = 400
// The limit for a server that accepts the connection and does not answer to the password.
const SILENCE_MS = 800
const RETRY_MS = 200

const OPTIONS = {
  protocol: 2,
  lazyConnect: true,
  connectTimeout: CONNECT_MS,
  socketTimeout: SILENCE_MS,
  // A server that hangs does not confirm the end of a connection.
  disconnectTimeout: 1,
  retryStrategy: () => RETRY_MS,
  // A command is sent at once and only once, or fails: a command that is sent later would count a second time.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  // The probe checks more than the ready check.
  enableReadyCheck: false,
  disableClientInfo: true,
} satisfies RedisOptions

/** Whether Redis is in use, and if not, why. */
export interface RedisState {
  readonly available: boolean
  /** Why Redis is not in use: `timeout`, `closed`, `protocol`, or the code of an error of the socket or of Redis. */
  readonly reason: string | null
  /** How often Redis has gone out of use since the start. */
  readonly outages: number
}

/**
 * A connection to Redis that is in use only while Redis answers in time, without errors. The first failure ends the
 * use, so that not every request waits for a dead server. Then the link connects again five times a second until a
 * probe succeeds. This covers a server that is gone, hangs, is loading, is read-only or full, or rejects the password.
 */
export class RedisLink {
  readonly client: Redis
  state: RedisState = { available: false, reason: null, outages: 0 }
  readonly #reasons = new Set<string>()
  #onChange: (state: RedisState) => void
  readonly #answerTicks: number

  /** `onChange` is called when the use begins and ends, and for each new reason of an outage. */
  constructor(url: string, onChange: (state: RedisState) => void, answerTicks = ANSWER_TICKS) {
    this.#onChange = onChange
    this.#answerTicks = answerTicks
    this.client = new Redis(url, OPTIONS)
  }

  /** Connects. Resolves after the first attempt, even if it fails. */
  start(probe: () => Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const fail = (thrown: unknown) => resolve(this.#endUse(thrown))
      const begin = () => {
        this.#reasons.clear()
        resolve(this.#change({ available: true, reason: null }))
      }
      this.client
        .on('error', fail)
        .on('close', () => fail(new Error(CLOSED)))
        .on('ready', () => withinDeadline(probe(), this.#answerTicks).then(begin, fail))
      // A failure is emitted as an event as well.
      this.client.connect().catch(() => {})
    })
  }

  /** Runs an operation within its deadline. Throws, without running it, while Redis is not in use. */
  async run<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (!this.state.available) throw new Error('Redis is not in use')
    try {
      return await withinDeadline(operation(), this.#answerTicks)
    } catch (thrown) {
      // Many operations can wait at the same time. The first one that fails ends the use.
      if (this.state.available) this.#endUse(thrown)
      throw thrown
    }
  }

  close(): void {
    this.#onChange = () => {}
    this.client.disconnect()
  }

  #endUse(thrown: unknown): void {
    const reason = reasonOf(thrown)
    const isFirst = this.#reasons.size === 0
    // Every failure closes the connection. So after another reason, `closed` is not a new one.
    if (isFirst || (reason !== CLOSED && !this.#reasons.has(reason))) {
      const outages = this.state.outages + (isFirst ? 1 : 0)
      this.#reasons.add(reason)
      this.#change({ available: false, reason, outages })
    }
    if (this.client.status === 'ready') this.client.disconnect(true)
  }

  #change(change: Partial<RedisState>): void {
    this.state = { ...this.state, ...change }
    this.#onChange(this.state)
  }
}

/**
 * The result of an operation of Redis. Rejects after `answerTicks` ticks of 11 ms in which this process has run. A pause
 * of the event loop or of the whole machine must not count as a slow server: it counts as one tick.
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
      // A timer runs before the answers that have arrived are read, and this runs after.
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

// The code of a failure. A server that does not know AUTH quotes the command: a message can contain the password.
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown'
  if (thrown.name === 'ReplyError') return /^[A-Z]{1,30}\b/.exec(thrown.message)?.[0] ?? 'ERR'
  const known = MESSAGES.find(([pattern]) => pattern.test(thrown.message))?.[1]
  return codeOf(thrown) || (known ?? thrown.name)
}
