import type { Quota } from '../access/quota.ts'
import { kindOfSubject } from '../access/quota-kind.ts'
import { inSpan } from '../spans.ts'

/** The same quota. Each decision is a span with the kind of its limit, without its subject. */
export function traceQuota(quota: Quota): Quota {
  return {
    spend: (subject, limit, cost) =>
      inSpan(
        () => ({ name: 'quota', facts: { 'orangery.quota.kind': kindOfSubject(subject) } }),
        () => quota.spend(subject, limit, cost),
      ),
    refund: (subject, spent, cost) => quota.refund(subject, spent, cost),
  }
}
