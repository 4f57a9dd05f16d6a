import { Counter, type Registry } from 'prom-client'
import type { AuditAction } from '../modules/audit/actions.ts'
import { onAudited } from '../modules/audit/audited.ts'

const KINDS: Readonly<Partial<Record<AuditAction, string>>> = {
  'key.revoked': 'key',
  'grant.revoked': 'grant',
  'grant.returned': 'grant',
  'token.revoked': 'token',
}

/** Counts the revocations that this process commits. Returns a function that ends the counting. */
export function countRevocations(registry: Registry): () => void {
  const revocations = new Counter({
    name: 'orangery_revocations_total',
    help: 'Keys, grants and access tokens that were revoked, without those of commands.',
    labelNames: ['kind'],
    registers: [registry],
  })
  for (const kind of Object.values(KINDS)) revocations.inc({ kind }, 0)
  return onAudited((actions) => {
    for (const action of actions) {
      const kind = KINDS[action]
      if (kind !== undefined) revocations.inc({ kind })
    }
  })
}
