import { isId } from '../../values/ids.ts'
import { FairWork } from '../jobs/fair-work.ts'
import type { Job } from '../jobs/job-loop.ts'
import { type DeliveryParts, deliverDue } from './delivery.ts'
import { readDueWebhooks, readLag, WEBHOOKS_DUE } from './due.reads.ts'
import { webhookOutcomes } from './outcomes.ts'
import { sendRequested } from './requested.writes.ts'

const MAX_RUNNING = 16
const MAX_OF_FIRM = 2
const LAG_EVERY_MS = 10_000

interface WebhookJobOptions extends DeliveryParts {
  /** A delivery has ended. */
  readonly onEnd: () => void
}

/** Delivers the change feeds to webhook endpoints. Firms take turns, and several processes share the endpoints. */
export class WebhookJob implements Job {
  readonly name = 'webhooks'
  readonly due = WEBHOOKS_DUE
  readonly failure = 'due webhooks were not read'
  readonly #options: WebhookJobOptions
  readonly #work: FairWork
  #lagReadAt = 0

  constructor(options: WebhookJobOptions) {
    this.#options = options
    this.#work = new FairWork({
      most: MAX_RUNNING,
      mostOfFirm: MAX_OF_FIRM,
      work: (id, signal) => this.#send(id, signal),
      onEnd: options.onEnd,
    })
  }

  async look(at: Date, isDue: boolean): Promise<void> {
    const { pool } = this.#options
    if (isDue) this.#work.offer(await readDueWebhooks(pool, at))
    if (Math.abs(at.getTime() - this.#lagReadAt) < LAG_EVERY_MS) return
    webhookOutcomes.emit('lag', await readLag(pool, at))
    this.#lagReadAt = at.getTime()
  }

  /** Ends the requests that still run after three seconds, and stores what was delivered. */
  stop(): Promise<void> {
    return this.#work.stop()
  }

  async #send(id: string, signal: AbortSignal): Promise<void> {
    try {
      if (isId('attempt', id)) await sendRequested(this.#options, id, signal)
      else await deliverDue(this.#options, id, signal)
    } catch (error) {
      this.#options.log.error({ err: error, webhook: id }, 'webhook not delivered')
    }
  }
}
