import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { measureWebhooks } from '../../src/metrics/webhook-metrics.ts'
import { ATTEMPT_RESULTS, webhookOutcomes } from '../../src/modules/webhooks/outcomes.ts'

test('attempts are counted by result, pauses are counted, and the lag is the latest', async () => {
  const registry = new Registry()
  const close = measureWebhooks(registry)
  webhookOutcomes.emit('attempt', 'delivered')
  webhookOutcomes.emit('attempt', 'delivered')
  webhookOutcomes.emit('attempt', 'timeout')
  webhookOutcomes.emit('lag', 90)
  webhookOutcomes.emit('lag', 12.5)
  webhookOutcomes.emit('paused')
  const text = await registry.metrics()
  for (const line of [
    'orangery_webhook_attempts_total{result="delivered"} 2',
    'orangery_webhook_attempts_total{result="timeout"} 1',
    'orangery_webhook_attempts_total{result="tls"} 0',
    'orangery_webhook_lag_seconds 12.5',
    'orangery_webhook_pauses_total 1',
  ])
    expect(text.split('\n')).toContain(line)
  expect(ATTEMPT_RESULTS).not.toContain('waiting')
  close()
  webhookOutcomes.emit('attempt', 'delivered')
  expect(await registry.metrics()).toBe(text)
})
