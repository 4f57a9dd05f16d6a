import { RepeatedJob } from '../jobs/repeated-job.ts'
import { RunningWork } from '../jobs/running-work.ts'
import { type DeliveryParts, deliverDue } from './delivery.ts'
import { type DueEndpoint, readDueEndpoints, readLag } from './due.reads.ts'
import { webhookOutcomes } from './outcomes.ts'
import { readRequested, sendRequested } from './requested.writes.ts'

const PAUSE_MS = 500
const MAX_RUNNING = 8

/** Delivers the change feeds to webhook endpoints until it is stopped. Several processes share the endpoints. */
export class WebhookJob {
  readonly #parts: DeliveryParts
  readonly #sending = new RunningWork(MAX_RUNNING)
  readonly #job: RepeatedJob

  constructor(parts: DeliveryParts) {
    this.#parts = parts
    this.#job = new RepeatedJob({
      name: 'webhooks',
      log: parts.log,
      failure: 'due webhooks were not read',
      pauseMs: PAUSE_MS,
      run: () => this.#look(),
    })
  }

  start(): void {
    this.#job.start()
  }

  /** Stops the job, ends the requests that still run after three seconds, and stores what was delivered. */
  stop(): Promise<void> {
    return this.#sending.end(this.#job.stop())
  }

  async #look(): Promise<boolean> {
    const { pool, now } = this.#parts
    const { signal } = this.#sending
    const at = await now()
    for (const id of await readRequested(pool, at))
      await this.#begin(id, () => sendRequested(this.#parts, id, signal))
    for (const due of await readDueEndpoints(pool, at))
      if (await this.#hasWork(due)) await this.#begin(due.id, () => this.#deliver(due.id))
    webhookOutcomes.emit('lag', await readLag(pool, at))
    return false
  }

  // Looking writes nothing, so that an endpoint without news costs one read.
  async #hasWork({ id, keyId, keyState, generation, position }: DueEndpoint): Promise<boolean> {
    if (this.#sending.has(id)) return false
    if (keyState !== 'active') return true
    const end = await this.#parts.feed.readEnd(this.#parts.pool, keyId)
    return end.generation !== generation || end.position > position
  }

  async #deliver(id: string): Promise<void> {
    const hasMore = await deliverDue(this.#parts, id, this.#sending.signal)
    if (hasMore) this.#job.wake()
  }

  async #begin(id: string, work: () => Promise<void>): Promise<void> {
    await this.#sending.waitForRoom()
    if (this.#job.isStopping || this.#sending.has(id)) return
    const { log } = this.#parts
    const running = work().catch((error: unknown) =>
      log.error({ err: error, webhook: id }, 'webhook not delivered'),
    )
    this.#sending.add(id, running)
  }
}
