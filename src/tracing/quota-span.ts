import type { Quota } from '../load/quota.ts'
import { kindOfSubject } from '../load/quota-kind.ts'
import { inSpan } from '../spans.ts'

/** Returns a quota that makes the same decisions. Each decision is a span with the kind of its limit. */
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
