import { setMaxListeners } from 'node:events'
import { measured } from '../../measured.ts'
import { Pause } from '../../values/pause.ts'
import { type DeliveryParts, deliverDue } from './delivery.ts'
import { type DueEndpoint, readDueEndpoints, readLag } from './due.reads.ts'
import { webhookOutcomes } from './outcomes.ts'
import { readRequested, sendRequested } from './requested.writes.ts'

const PAUSE_MS = 500
const PAUSE_AFTER_ERROR_MS = 5_000
const MAX_RUNNING = 8
/** The time that requests in progress still have when the job stops. The next process sends the others again. */
const GRACE_MS = 3_000

/** Delivers the change feeds to webhook endpoints until it is stopped. Several processes share the endpoints. */
export class WebhookJob {
  readonly #parts: DeliveryParts
  readonly #running = new Map<string, Promise<void>>()
  readonly #abort = new AbortController()
  #done: Promise<void> = Promise.resolve()
  readonly #pause = new Pause()
  #stopping = false
  #isFailing = false

  constructor(parts: DeliveryParts) {
    this.#parts = parts
    // Each request that runs listens to it.
    setMaxListeners(0, this.#abort.signal)
  }

  start(): void {
    this.#done = this.#run()
  }

  /** Stops the job, ends the requests that still run after three seconds, and stores what was delivered. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#pause.stop()
    const limit = setTimeout(() => this.#abort.abort(), GRACE_MS)
    await this.#done
    await Promise.all(this.#running.values())
    clearTimeout(limit)
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const isSound = await this.#look()
      await this.#pause.wait(isSound ? PAUSE_MS : PAUSE_AFTER_ERROR_MS)
    }
  }

  async #look(): Promise<boolean> {
    const { pool, now, log } = this.#parts
    try {
      const at = await now()
      for (const id of await readRequested(pool, at))
        await this.#begin(id, () => sendRequested(this.#parts, id, this.#abort.signal))
      for (const due of await readDueEndpoints(pool, at))
        if (await this.#hasWork(due)) await this.#begin(due.id, () => this.#deliver(due.id))
      webhookOutcomes.emit('lag', await readLag(pool, at))
      measured.emit('job', 'webhooks', 'succeeded')
      this.#isFailing = false
      return true
    } catch (error) {
      measured.emit('job', 'webhooks', 'failed')
      // Log only once for each outage.
      if (!this.#isFailing) log.warn({ err: error }, 'due webhooks were not read')
      this.#isFailing = true
      return false
    }
  }

  // Looking writes nothing, so that an endpoint without news costs one read.
  async #hasWork({ id, keyId, keyState, generation, position }: DueEndpoint): Promise<boolean> {
    if (this.#running.has(id)) return false
    if (keyState !== 'active') return true
    const end = await this.#parts.feed.readEnd(this.#parts.pool, keyId)
    return end.generation !== generation || end.position > position
  }

  async #deliver(id: string): Promise<void> {
    const hasMore = await deliverDue(this.#parts, id, this.#abort.signal)
    if (hasMore) this.#pause.end()
  }

  async #begin(id: string, work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= MAX_RUNNING) await Promise.race(this.#running.values())
    if (this.#stopping || this.#running.has(id)) return
    const { log } = this.#parts
    const running = work()
      .catch((error: unknown) => log.error({ err: error, webhook: id }, 'webhook not delivered'))
      .finally(() => this.#running.delete(id))
    this.#running.set(id, running)
  }
}
