import { Redis, type RedisOptions } from 'ioredis'
import { CLOSED, RedisUnavailable, reasonOf, withinDeadline } from './redis-failure.ts'

const CONNECT_MS = 400
// For a server that accepts the connection and does not answer the password.
const SILENCE_MS = 800
const RETRY_MS = 200

/** Whether Redis is in use, and if not, why. */
export interface RedisState {
  readonly available: boolean
  /** Why Redis is not in use: `timeout`, `closed`, `protocol`, or the code of an error of the socket or of Redis. */
  readonly reason: string | null
  /** How often Redis has gone out of use since the start. */
  readonly outages: number
}

/**
 * A connection to Redis that is in use only while Redis answers in time, without errors. The first failure
 * ends the use, so one request waits for a dead server, not each. Then it connects anew five times a second
 * until a probe succeeds. That heals every fault: a server that is gone, hangs, is loading, is read-only
 * after a failover, is full, or rejects the password.
 */
export class RedisLink {
  readonly client: Redis
  readonly #reasons = new Set<string>()
  #state: RedisState = { available: false, reason: null, outages: 0 }
  #onChange: (state: RedisState) => void

  /** `onChange` is called when the use begins and ends, and for each new reason of an outage. */
  constructor(url: string, onChange: (state: RedisState) => void = () => {}) {
    this.#onChange = onChange
    this.client = new Redis(optionsOf(url))
  }

  get state(): RedisState {
    return this.#state
  }

  /** Connects. Resolves after the first attempt, whatever its outcome. */
  start(probe: () => Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const fail = (thrown: unknown) => {
        this.#endUse(thrown)
        resolve()
      }
      this.client
        .on('error', fail)
        .on('close', () => fail(new Error(CLOSED)))
        .on('ready', () => {
          withinDeadline(probe()).then(() => {
            this.#beginUse()
            resolve()
          }, fail)
        })
      // Its failure is an event as well.
      this.client.connect().catch(() => {})
    })
  }

  /** Runs an operation within 50 ms. Throws, without running it, while Redis is not in use. */
  async run<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (!this.#state.available) throw new RedisUnavailable('not in use')
    try {
      return await withinDeadline(operation())
    } catch (thrown) {
      // The first of many that wait ends the use.
      if (this.#state.available) this.#endUse(thrown)
      throw thrown
    }
  }

  close(): void {
    this.#onChange = () => {}
    this.client.disconnect()
  }

  #beginUse(): void {
    this.#reasons.clear()
    this.#change({ available: true, reason: null })
  }

  #endUse(thrown: unknown): void {
    const reason = reasonOf(thrown)
    const inUse = this.#state.available
    // Every failure closes the connection, so outside of use that is no reason of its own.
    if (inUse || (reason !== CLOSED && !this.#reasons.has(reason))) {
      const outages = this.#state.outages + (this.#reasons.size === 0 ? 1 : 0)
      this.#reasons.add(reason)
      this.#change({ available: false, reason, outages })
    }
    if (this.client.status === 'ready') this.client.disconnect(true)
  }

  #change(change: Partial<RedisState>): void {
    this.#state = { ...this.#state, ...change }
    this.#onChange(this.#state)
  }
}

// The address is taken apart here: ioredis would take any option from its query.
function optionsOf(url: string) {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 6379),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    db: Number(pathname.slice(1)),
    ...(protocol === 'rediss:' && { tls: {} }),
    protocol: 2,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // A server that hangs does not confirm the end of a connection.
    disconnectTimeout: 1,
    retryStrategy: () => RETRY_MS,
    // A command is sent once and at once, or fails: a late one would count a second time.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // The probe checks more.
    enableReadyCheck: false,
    disableClientInfo: true,
  } satisfies RedisOptions
}
