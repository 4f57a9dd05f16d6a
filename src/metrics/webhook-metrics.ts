import { Counter, Gauge, type Registry } from 'prom-client'
import { type Job, measured } from '../measured.ts'
import { ATTEMPT_RESULTS } from '../modules/webhooks/attempt.ts'

/** Measures the webhooks that this process delivers. Returns a function that ends the measurement. */
export function measureWebhooks(registry: Registry): () => void {
  const attempts = new Counter({
    name: 'orangery_webhook_attempts_total',
    help: 'Requests to webhook endpoints. `rejected` is another status than 2xx.',
    labelNames: ['result'],
    registers: [registry],
  })
  const lag = new Gauge({
    name: 'orangery_webhook_lag_seconds',
    help: 'How long the oldest change waits that an active webhook endpoint has not got; 0 if none does.',
    aggregator: 'max',
    registers: [registry],
  })
  const pauses = new Counter({
    name: 'orangery_webhook_pauses_total',
    help: 'Webhook endpoints that were paused because their last try failed.',
    registers: [registry],
  })
  for (const result of ATTEMPT_RESULTS) attempts.inc({ result }, 0)
  const onAttempt = (result: string) => attempts.inc({ result })
  const onOldest = (job: Job, since: Date | null) => {
    if (job === 'webhooks') lag.set(since ? Math.max(0, (Date.now() - since.getTime()) / 1_000) : 0)
  }
  const onPaused = () => pauses.inc()
  measured.on('webhookAttempt', onAttempt).on('webhookPaused', onPaused).on('oldestItem', onOldest)
  return () => {
    measured.off('webhookAttempt', onAttempt).off('webhookPaused', onPaused)
    measured.off('oldestItem', onOldest)
  }
}
