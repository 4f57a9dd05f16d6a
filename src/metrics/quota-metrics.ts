import { Counter, type Registry } from 'prom-client'
import type { Quota } from '../load/quota.ts'
import { kindOfSubject, QUOTA_KINDS } from '../load/quota-kind.ts'

const NAME = 'orangery_quota_decisions_total'
const DECISIONS = ['admitted', 'limited', 'refunded']

/** Registers the counter of decisions. Returns a function that makes a quota count its decisions. */
export function createCountDecisions(registry: Registry): (quota: Quota) => Quota {
  const decisions = new Counter({
    name: NAME,
    help: 'Decisions of the rate limits, by kind of limit.',
    labelNames: ['kind', 'decision'],
    registers: [registry],
  })
  // Each series begins with 0. Otherwise `rate` would not see the first limited request.
  for (const kind of QUOTA_KINDS)
    for (const decision of DECISIONS) decisions.inc({ kind, decision }, 0)
  return (quota) => ({
    async spend(subject, limit, cost) {
      const state = await quota.spend(subject, limit, cost)
      const decision = state.exceeded ? 'limited' : 'admitted'
      // A cost of 0 only reads the count.
      if (cost !== 0) decisions.inc({ kind: kindOfSubject(subject), decision })
      return state
    },
    async refund(subject, spent, cost) {
      await quota.refund(subject, spent, cost)
      decisions.inc({ kind: kindOfSubject(subject), decision: 'refunded' })
    },
  })
}
