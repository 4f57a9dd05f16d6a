import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { headersOf } from '../support/gateway.ts'
import type { Readable } from './readable.ts'

const CAPACITY_MS = 4_000
const CLIENTS = 16
const DIFFERENT = 100_000
const TIMEOUT_MS = 20_000
const TICK_MS = 20
// A request that began before the end of a fault can fail after it.
const AFTERMATH_MS = 12_000

/** Reads lists of assets, each time another one, at a rate that the answers do not change. */
export class PacedLoad {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  readonly #url: string
  readonly #readables: readonly Readable[]
  readonly #unexplained: string[] = []
  #explainedUntil = 0
  #answers = 0
  #turn = 0

  constructor(url: string, readables: readonly Readable[]) {
    this.#url = url
    this.#readables = readables
  }

  /** How many requests a second are answered if each follows another. */
  async measureCapacity(): Promise<number> {
    const end = performance.now() + CAPACITY_MS
    const before = this.#answers
    const client = async () => {
      while (performance.now() < end) await this.#ask()
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    return ((this.#answers - before) * 1_000) / CAPACITY_MS
  }

  /** Errors from now on have, or no longer have, a reason. */
  explain(isFault: boolean): void {
    this.#explainedUntil = isFault ? Number.POSITIVE_INFINITY : performance.now() + AFTERMATH_MS
  }

  start(perSecond: number): () => Promise<{ answers: number; unexplained: readonly string[] }> {
    const began = performance.now()
    const open = new Set<Promise<void>>()
    let sent = 0
    const timer = setInterval(() => {
      for (const due = ((performance.now() - began) * perSecond) / 1_000; sent < due; sent++) {
        // A gateway that hangs is not asked more and more at a time.
        if (open.size >= 1_000) continue
        const asked = this.#ask().finally(() => open.delete(asked))
        open.add(asked)
      }
    }, TICK_MS)
    return async () => {
      clearInterval(timer)
      await Promise.race([Promise.all(open), sleep(TIMEOUT_MS)])
      this.#agent.destroy()
      return { answers: this.#answers, unexplained: this.#unexplained }
    }
  }

  #ask(): Promise<void> {
    const turn = this.#turn++
    const { client, key } = this.#readables[turn % this.#readables.length] as Readable
    const url = `${this.#url}/api/v1/assets?client_id=${client}&min_value=${turn % DIFFERENT}`
    return new Promise((resolve) => {
      const fail = (reason: string) => {
        this.#answers++
        if (performance.now() > this.#explainedUntil) this.#unexplained.push(reason)
        resolve()
      }
      const options = { agent: this.#agent, headers: headersOf(key), timeout: TIMEOUT_MS }
      const request = get(url, options, (response) => {
        response.resume()
        response.on('error', (error) => fail(error.message))
        response.on('end', () => {
          if (response.statusCode !== 200) return fail(`status ${response.statusCode}`)
          this.#answers++
          resolve()
        })
      })
      request.on('error', (error) => {
        // The gateway closed an idle connection at the same moment. Clients send such a request again.
        const isIdleClosed = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
        if (isIdleClosed) resolve(this.#ask())
        else fail(error.message)
      })
    })
  }
}
