import { Counter, type Registry } from 'prom-client'
import type { Quota } from '../access/quota.ts'

const NAME = 'orangery_quota_decisions_total'
// What a subject begins with, up to its first colon or underscore. The rest is an id or an address.
const KINDS: Readonly<Record<string, string>> = {
  key: 'key',
  token: 'token',
  session: 'session',
  anonymous: 'anonymous',
  'failed-credentials': 'failed_credentials',
  'sign-in': 'sign_in',
  field: 'field',
}
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
  for (const kind of Object.values(KINDS))
    for (const decision of DECISIONS) decisions.inc({ kind, decision }, 0)
  return (quota) => ({
    async spend(subject, limit, cost) {
      const state = await quota.spend(subject, limit, cost)
      const decision = state.exceeded ? 'limited' : 'admitted'
      // Without a cost the count is only read.
      if (cost !== 0) decisions.inc({ kind: kindOf(subject), decision })
      return state
    },
    async refund(subject, spent, cost) {
      await quota.refund(subject, spent, cost)
      decisions.inc({ kind: kindOf(subject), decision: 'refunded' })
    },
  })
}

function kindOf(subject: string): string {
  const [name = ''] = subject.split(/[:_]/, 1)
  return KINDS[name] ?? 'other'
}
