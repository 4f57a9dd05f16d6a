import { isId } from '../../values/ids.ts'
import { type FairJob, fairJob } from '../jobs/fair-job.ts'
import { createDelivery, type DeliveryParts } from './delivery.ts'
import { OLDEST_UNDELIVERED, readDueWebhooks, WEBHOOKS_DUE } from './due.reads.ts'
import { sendRequested } from './requested.writes.ts'

/** The job that delivers the change feeds to webhook endpoints, and stores what was delivered when it is stopped. */
export function webhookJob({
  onEnd,
  ...parts
}: DeliveryParts & { readonly onEnd: () => void }): FairJob {
  const deliverDue = createDelivery(parts)
  return fairJob({
    name: 'webhooks',
    log: parts.log,
    onEnd,
    due: WEBHOOKS_DUE,
    oldest: OLDEST_UNDELIVERED,
    failure: 'due webhooks were not read',
    most: 16,
    mostOfFirm: 2,
    list: (at) => readDueWebhooks(parts.pool, at),
    work: ({ id }, signal, store) =>
      isId('attempt', id) ? sendRequested(parts, id, signal, store) : deliverDue(id, signal, store),
  })
}
