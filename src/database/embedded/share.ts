import { setTimeout as sleep } from 'node:timers/promises'
import type { Lease } from './lease.ts'

const firstWaitMs = 50
const longestWaitMs = 5_000

/**
 * Joins the server, or starts it while that is `wanted`. `undefined` where it was not wanted any
 * more and there was nothing to join.
 */
export type Join = (wanted: () => boolean) => Promise<Lease | undefined>

/**
 * A lease that is held from joining to release: one that is lost, with its connection or with the
 * whole server, is taken again, and the server started again where nobody else does.
 */
export class Share {
  readonly #join: Join
  readonly #onLoss: (error: Error) => void
  readonly #leaving = new AbortController()
  #lease: Lease | undefined
  #rejoining: Promise<void> | undefined

  constructor(lease: Lease, join: Join, onLoss: (error: Error) => void) {
    this.#join = join
    this.#onLoss = onLoss
    this.#hold(lease)
  }

  /** Gives the share up; if it was the last one, calls `stop`. May be called again. */
  async release(stop: () => Promise<void>): Promise<void> {
    this.#leaving.abort()
    // A server that is just being started has to be seen through, or nobody would stop it.
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
      this.#onLoss(new Error('The built-in PostgreSQL was lost; joining or starting it again.'))
      this.#rejoining = this.#rejoin()
    })
  }

  async #rejoin(): Promise<void> {
    const { signal } = this.#leaving
    let wait = firstWaitMs
    do {
      await sleep(wait, undefined, { ref: false, signal }).catch(() => {})
      wait = Math.min(wait * 2, longestWaitMs)
      const lease = await this.#join(() => !signal.aborted).catch(this.#onLoss)
      if (lease) return this.#hold(lease)
    } while (!signal.aborted)
  }
}
