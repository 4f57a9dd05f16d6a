import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/database/client.ts'
import { grantWith, tokenOf } from '../support/portfolio.ts'
import { createReadable, keyOfHighestTier } from './readable.ts'

const PAUSE_MS = 10
const TIMEOUT_MS = 20_000

/** What one witness has seen. */
export interface Seen {
  readonly answers: number
  /** Answers that are neither the right body nor 503, and requests without an answer. */
  readonly wrong: readonly string[]
  readonly unavailable: readonly string[]
}

/** Asks one path with one credential, again and again, and knows the right answer. */
export class Witness {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #right: string
  #isRunning = false
  #running = Promise.resolve()
  #answers = 0
  #good = 0
  #wrong: string[] = []
  #unavailable: string[] = []

  private constructor(url: string, headers: Record<string, string>, right: string) {
    this.#url = url
    this.#headers = headers
    this.#right = right
  }

  /** The answer of now counts as the right one. */
  static async create(url: string, key: string): Promise<Witness> {
    const headers = { Authorization: `Bearer ${key}`, 'X-Service-Version': '2024-01-01' }
    const response = await fetch(url, { headers })
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
    return new Witness(url, headers, withoutTimes(await response.text()))
  }

  start(): void {
    this.#isRunning = true
    this.#answers = 0
    this.#wrong = []
    this.#unavailable = []
    this.#running = this.#run()
  }

  /** Waits for the answer that is under way: a second loop would ask more and more often. */
  async stop(): Promise<Seen> {
    this.#isRunning = false
    await this.#running
    return { answers: this.#answers, wrong: this.#wrong, unavailable: this.#unavailable }
  }

  /** Waits for the next good answer, but no longer than this. */
  async nextGood(milliseconds: number): Promise<void> {
    const before = this.#good
    const end = performance.now() + milliseconds
    while (this.#good === before && performance.now() < end) await sleep(2)
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      await this.#ask()
      await sleep(PAUSE_MS)
    }
  }

  async #ask(): Promise<void> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(this.#url, { headers: this.#headers, signal })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((thrown) => ({ status: 0, text: String(thrown.cause ?? thrown) }))
    this.#answers++
    if (answer.status === 200 && withoutTimes(answer.text) === this.#right) this.#good++
    else if (answer.status === 503) this.#unavailable.push(answer.text)
    else this.#wrong.push(`${this.#url} ${answer.status}: ${answer.text.slice(0, 200)}`)
  }
}

// Instants of the answer itself.
function withoutTimes(text: string): string {
  return text.replace(/"(as_of|generated_at)":("[^"]*"|null)/g, '')
}

/** Witnesses with different rights to one portfolio, and one of the plant store. */
export async function createWitnesses(database: Database, url: string): Promise<Witness[]> {
  const { client, key } = await createReadable(database)
  const narrow = await keyOfHighestTier(database)
  await grantWith(database, narrow.id, client, {
    scopes: ['registry'],
    filter: { type: 'category', categories: ['watches'] },
  })
  const token = await tokenOf(database, client)
  const of = (path: string, key: string) => Witness.create(`${url}${path}`, key)
  return Promise.all([
    of(`/api/v1/assets?client_id=${client}`, key),
    of(`/api/v1/assets?client_id=${client}`, narrow.secret),
    of(`/api/v1/portfolio/summary?client_id=${client}`, key),
    of('/plants', token),
  ])
}
