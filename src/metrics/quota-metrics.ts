import { Counter, type Registry } from 'prom-client'
import type { Quota } from '../access/quota.ts'
import { kindOfSubject, QUOTA_KINDS } from '../access/quota-kind.ts'

const NAME = 'orangery_quota_decisions_total'
const DECISIONS = ['admitted', 'limited', 'refunded']

/** Registers the counter of decisions, and returns what counts those of a quota. */
export function createCountDecisions(registry: Registry): (quota: Quota) => Quota {
  const decisions = new Counter({
    name: NAME,
    help: 'Decisions of the rate limits, by kind of limit.',
    labelNames: ['kind', 'decision'],
    registers: [registry],
  })
  // A series that begins with its first limited request would hide that request from `rate`.
  for (const kind of QUOTA_KINDS)
    for (const decision of DECISIONS) decisions.inc({ kind, decision }, 0)
  return (quota) => ({
    async spend(subject, limit, cost) {
      const state = await quota.spend(subject, limit, cost)
      const decision = state.exceeded ? 'limited' : 'admitted'
      // Without a cost the count is only read.
      if (cost !== 0) decisions.inc({ kind: kindOfSubject(subject), decision })
      return state
    },
    async refund(subject, spent, cost) {
      await quota.refund(subject, spent, cost)
      decisions.inc({ kind: kindOfSubject(subject), decision: 'refunded' })
    },
  })
}
