import { expect, test } from 'vitest'
import type { SentAttempt } from '../../../src/modules/webhooks/attempt.ts'
import { stateAfter } from '../../../src/modules/webhooks/state-after.ts'
import { RETRY_DELAYS_MS, SLOW_MS } from '../../../src/modules/webhooks/webhook-rules.ts'

const NOW = new Date('2026-11-28T00:00:00Z')
const STORED = {
  state: 'active',
  pausedBy: null,
  pausedAt: null,
  tries: 0,
  failingSince: null,
  nextTryAt: NOW,
} as const
const of = (result: SentAttempt['result'], milliseconds: number): SentAttempt => ({
  at: NOW,
  entryId: 'event',
  type: 'test',
  generation: null,
  position: null,
  result,
  status: result === 'delivered' ? 200 : null,
  milliseconds,
  askedWaitMs: 0,
})
const waitAfter = (...attempts: SentAttempt[]) =>
  (stateAfter(STORED, attempts, NOW).nextTryAt?.getTime() ?? 0) - NOW.getTime()

test('a receiver that was slow waits as long as it made the gateway wait, also where it took the event', () => {
  expect(waitAfter(of('delivered', SLOW_MS + 1), of('delivered', 9_500))).toBe(9_500)
  expect(waitAfter(of('delivered', 20), of('timeout', 10_003))).toBe(10_003)
})

test('a receiver that takes up to five seconds does not wait', () => {
  expect(waitAfter(of('delivered', SLOW_MS))).toBe(0)
  expect(waitAfter(of('timeout', SLOW_MS))).toBe(RETRY_DELAYS_MS[0])
})
