import { Counter, Gauge, type Registry } from 'prom-client'
import {
  ATTEMPT_RESULTS,
  type AttemptResult,
  webhookOutcomes,
} from '../modules/webhooks/outcomes.ts'

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
    help: 'How long the oldest change waits that is due at an active webhook endpoint; 0 if none does.',
    aggregator: 'max',
    registers: [registry],
  })
  const pauses = new Counter({
    name: 'orangery_webhook_pauses_total',
    help: 'Webhook endpoints that were paused because their last try failed.',
    registers: [registry],
  })
  for (const result of ATTEMPT_RESULTS) attempts.inc({ result }, 0)
  const onAttempt = (result: AttemptResult) => attempts.inc({ result })
  const onLag = (seconds: number) => lag.set(seconds)
  const onPaused = () => pauses.inc()
  webhookOutcomes.on('attempt', onAttempt).on('lag', onLag).on('paused', onPaused)
  return () => {
    webhookOutcomes.off('attempt', onAttempt).off('lag', onLag).off('paused', onPaused)
  }
}
