import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { SentAttempt } from '../../../src/modules/webhooks/attempt.ts'
import { deliverInOrder } from '../../../src/modules/webhooks/delivery.ts'
import { stateAfter } from '../../../src/modules/webhooks/progress.writes.ts'
import { GATHER_MS, RETRY_DELAYS_MS, SLOW_MS } from '../../../src/modules/webhooks/webhook-rules.ts'

const ENTRIES = Array.from({ length: 12 }, (_, id) => ({ id, clientId: `client ${id % 4}` }))
const LIMITS = { parallel: 3, mayStart: () => true }

test('at most as many run as are allowed, one for each client, in order', async () => {
  const running = new Set<string>()
  const order: number[] = []
  let most = 0
  const delivered = await deliverInOrder(
    ENTRIES,
    async ({ id, clientId }) => {
      expect(running).not.toContain(clientId)
      running.add(clientId)
      most = Math.max(most, running.size)
      for (let round = 0; round < 1 + (id % 3); round++) await nextRound()
      running.delete(clientId)
      order.push(id)
      return true
    },
    LIMITS,
  )
  expect([delivered.size, most]).toEqual([12, 3])
  for (let client = 0; client < 4; client++)
    expect(order.filter((id) => id % 4 === client)).toEqual([client, client + 4, client + 8])
})

test('after a failure nothing more is started', async () => {
  const begun: number[] = []
  const delivered = await deliverInOrder(
    ENTRIES,
    async ({ id }) => {
      begun.push(id)
      if (id !== 1) await nextRound()
      return id !== 1
    },
    LIMITS,
  )
  expect(begun).toEqual([0, 1, 2])
  expect([...delivered].map(({ id }) => id)).toEqual([0, 2])
})

const NOW = new Date('2026-11-28T00:00:00Z')
const STORED = {
  state: 'active',
  ...{ pausedBy: null, pausedAt: null, tries: 0, failingSince: null, nextTryAt: NOW },
} as const
const of = (result: SentAttempt['result'], milliseconds: number): SentAttempt => ({
  at: NOW,
  result,
  status: result === 'delivered' ? 200 : null,
  milliseconds,
  askedWaitMs: 0,
})
function wait(attempts: readonly SentAttempt[], isFull: boolean, oldest: Date | null) {
  const { nextTryAt } = stateAfter(STORED, { attempts, error: null, isFull, oldest }, NOW)
  return (nextTryAt?.getTime() ?? 0) - NOW.getTime()
}
const waitAfter = (...attempts: SentAttempt[]) => wait(attempts, true, null)

test('an endpoint that got everything gets the next batch a second later, and one with more to get at once', () => {
  const sent = [of('delivered', 20)]
  const waits = [wait(sent, false, null), wait(sent, true, null), wait(sent, false, NOW)]
  expect(waits).toEqual([GATHER_MS, 0, 0])
})

test('a receiver that was slow waits as long as it made the gateway wait, also where it took the event', () => {
  expect(waitAfter(of('delivered', SLOW_MS + 1), of('delivered', 9_500))).toBe(9_500)
  expect(waitAfter(of('delivered', 20), of('timeout', 10_003))).toBe(10_003)
})

test('a receiver that takes up to five seconds does not wait', () => {
  expect(waitAfter(of('delivered', SLOW_MS))).toBe(0)
  expect(waitAfter(of('timeout', SLOW_MS))).toBe(RETRY_DELAYS_MS[0])
})
