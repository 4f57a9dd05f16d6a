import { setTimeout as sleep } from 'node:timers/promises'

const WRITERS = 8
const AFTER_FAILURE_MS = 20
const TIMEOUT_MS = 8_000

/** Creates plants without a pause, and remembers which were acknowledged. */
export class PlantWriters {
  readonly acknowledged = new Set<string>()
  readonly #token: string
  #last = 0

  constructor(token: string) {
    this.#token = token
  }

  /** Starts writing to this gateway. Returns what stops it. */
  start(url: string): () => Promise<void> {
    let isStopping = false
    const write = async () => {
      while (!isStopping) if (!(await this.#create(url))) await sleep(AFTER_FAILURE_MS)
    }
    const writing = Array.from({ length: WRITERS }, write)
    return async () => {
      isStopping = true
      await Promise.all(writing)
    }
  }

  async #create(url: string): Promise<boolean> {
    const id = String(++this.#last)
    const response = await fetch(`${url}/plants`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: Number(id), name: 'Fern' }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined)
    // The body may be lost after the status has arrived; the status is the acknowledgement.
    await response?.arrayBuffer().catch(() => {})
    if (response?.status === 200) this.acknowledged.add(id)
    return response?.status === 200
  }
}
