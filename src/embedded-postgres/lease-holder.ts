import { setTimeout as sleep } from 'node:timers/promises'
import type { Lease } from './lease.ts'

const FIRST_WAIT_MS = 50
const MAX_WAIT_MS = 5_000

/** Takes a lease; `undefined` if no server ran and `mayStart` forbids to start one. */
type Join = (mayStart: () => boolean) => Promise<{ lease: Lease } | undefined>

/**
 * Holds a lease until it is released. If the connection or the server is lost, the lease is lost too. Then this
 * takes a new lease, and starts the server if no other process does.
 */
export class LeaseHolder {
  readonly #join: Join
  readonly #onLoss: (error: Error) => void
  readonly #released = new AbortController()
  #lease: Lease | undefined
  #rejoining: Promise<void> | undefined

  constructor(lease: Lease, join: Join, onLoss: (error: Error) => void) {
    this.#join = join
    this.#onLoss = onLoss
    this.#hold(lease)
  }

  /** Releases the lease. If it was the last, calls `stop`. Can be called more than once. */
  async release(stop: () => Promise<void>): Promise<void> {
    this.#released.abort()
    // If this process is starting the server, wait for that. Otherwise no process would stop that server.
    await this.#rejoining
    const lease = this.#lease
    this.#lease = undefined
    await lease?.release(stop)
  }

  #hold(lease: Lease): void {
    this.#lease = lease
    void lease.ended.then(() => {
      if (this.#lease !== lease) return
      this.#lease = undefined
      this.#onLoss(new Error('The embedded PostgreSQL was lost. Joining or starting it again.'))
      this.#rejoining = this.#rejoin()
    })
  }

  async #rejoin(): Promise<void> {
    const { signal } = this.#released
    let wait = FIRST_WAIT_MS
    do {
      await sleep(wait, undefined, { ref: false, signal }).catch(() => {})
      wait = Math.min(wait * 2, MAX_WAIT_MS)
      const joined = await this.#join(() => !signal.aborted).catch(this.#onLoss)
      if (joined) return this.#hold(joined.lease)
    } while (!signal.aborted)
  }
}
