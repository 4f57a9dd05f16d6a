import { isId } from '../../values/ids.ts'
import { FairWork } from '../jobs/fair-work.ts'
import { JobHealth, type Outcome } from '../jobs/job-health.ts'
import type { Job } from '../jobs/job-loop.ts'
import { Delivery, type DeliveryParts } from './delivery.ts'
import { OLDEST_UNDELIVERED, readDueWebhooks, WEBHOOKS_DUE } from './due.reads.ts'
import { sendRequested } from './requested.writes.ts'

const MAX_RUNNING = 16
const MAX_OF_FIRM = 2

interface WebhookJobOptions extends DeliveryParts {
  /** A delivery has ended. */
  readonly onEnd: () => void
}

/** Delivers the change feeds to webhook endpoints. Firms take turns, and several processes share the endpoints. */
export class WebhookJob implements Job {
  readonly health: JobHealth
  readonly due = WEBHOOKS_DUE
  readonly oldest = OLDEST_UNDELIVERED
  readonly failure = 'due webhooks were not read'
  readonly #options: WebhookJobOptions
  readonly #delivery: Delivery
  readonly #work: FairWork

  constructor(options: WebhookJobOptions) {
    this.#options = options
    this.health = new JobHealth('webhooks', options.log)
    this.#delivery = new Delivery(options)
    this.#work = new FairWork({
      health: this.health,
      most: MAX_RUNNING,
      mostOfFirm: MAX_OF_FIRM,
      work: (id, signal) => this.#send(id, signal),
      onEnd: options.onEnd,
    })
  }

  async look(at: Date, isDue: boolean): Promise<void> {
    if (isDue && !this.#work.isListed && !this.#work.isResting)
      this.#work.offer(await readDueWebhooks(this.#options.pool, at))
  }

  /** Ends the requests that still run after three seconds, and stores what was delivered. */
  stop(): Promise<void> {
    return this.#work.stop()
  }

  async #send(id: string, signal: AbortSignal): Promise<Outcome> {
    const { store } = this.health
    const outcome = isId('attempt', id)
      ? await sendRequested(this.#options, id, signal, store)
      : await this.#delivery.deliverDue(id, signal, store)
    return outcome === 'more' ? 'done' : outcome
  }
}
