import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/database/client.ts'
import { headersOf } from '../support/gateway.ts'
import { grantWith, tokenOf } from '../support/portfolio.ts'
import { createReadable, keyOfHighestTier } from './readable.ts'

const PAUSE_MS = 10
const TIMEOUT_MS = 20_000

/** The observations of one witness. */
export interface Seen {
  readonly answers: number
  /** Answers that are neither the right body nor 503, and requests without an answer. */
  readonly wrong: readonly string[]
  readonly unavailable: readonly string[]
}

export type Witness = Awaited<ReturnType<typeof createWitness>>

/** Asks one path with one credential, again and again. The answer of now counts as the right one. */
async function createWitness(url: string, key: string) {
  const headers = headersOf(key)
  const response = await fetch(url, { headers })
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
  const right = withoutTimes(await response.text())
  let isRunning = false
  let running = Promise.resolve()
  let good = 0
  let seen = { answers: 0, wrong: [] as string[], unavailable: [] as string[] }

  const ask = async () => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(url, { headers, signal })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((thrown) => ({ status: 0, text: String(thrown.cause ?? thrown) }))
    seen.answers++
    if (answer.status === 200 && withoutTimes(answer.text) === right) good++
    else if (answer.status === 503) seen.unavailable.push(answer.text)
    else seen.wrong.push(`${url} ${answer.status}: ${answer.text.slice(0, 200)}`)
  }
  const run = async () => {
    while (isRunning) {
      await ask()
      await sleep(PAUSE_MS)
    }
  }

  return {
    start(): void {
      isRunning = true
      seen = { answers: 0, wrong: [], unavailable: [] }
      running = run()
    },

    /** Waits for the answer that is under way: a second loop would ask more and more often. */
    async stop(): Promise<Seen> {
      isRunning = false
      await running
      return seen
    },

    /** Waits for the next good answer, but no longer than this. */
    async nextGood(milliseconds: number): Promise<void> {
      const before = good
      const end = performance.now() + milliseconds
      while (good === before && performance.now() < end) await sleep(2)
    },
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
  const of = (path: string, key: string) => createWitness(`${url}${path}`, key)
  return Promise.all([
    of(`/api/v1/assets?client_id=${client}`, key),
    of(`/api/v1/assets?client_id=${client}`, narrow.secret),
    of(`/api/v1/portfolio/summary?client_id=${client}`, key),
    of('/plants', token),
  ])
}
