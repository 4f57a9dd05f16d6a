import { createId } from '../../access/ids.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { claimDeed } from './deeds.writes.ts'

/** Who does a deed: the operator at the command line, or a signed-in person. */
export type Actor =
  | { readonly kind: 'operator' }
  | {
      readonly kind: 'user'
      readonly userId: string
      readonly requestId: string
      /** The person's own name for this deed: what has it a second time is refused. */
      readonly once?: string
    }

export const OPERATOR: Actor = { kind: 'operator' }

/** Everything the log can tell, as `<subject>.<deed>`. */
export type AuditAction =
  | 'client.created'
  | 'staff.created'
  | 'member.added'
  | 'firm.created'
  | 'firm.plan_set'
  | 'key.created'
  | 'key.updated'
  | 'key.rolled'
  | 'key.revoked'
  | 'key.tier_set'
  | 'link.created'
  | 'link.declined'
  | 'grant.created'
  | 'grant.updated'
  | 'grant.revoked'
  | 'token.created'
  | 'token.revoked'
  | 'person.invited'
  | 'person.password_set'
  | 'person.confirmed'
  | 'person.second_factor_set'
  | 'person.second_factor_removed'
  | 'person.second_factor_dropped'
  | 'person.recovery_codes_made'
  | 'person.recovery_code_used'
  | 'person.locked'
  | 'portfolio.read'
  | 'grants.read'

export interface AuditEntry {
  readonly actor: Actor
  readonly action: AuditAction
  /** The id of what was done to. */
  readonly subject: string
  readonly firmId?: string
  readonly clientId?: string
  /** What changed, in the interface's own words. Never a secret, never a private member. */
  readonly details?: Prisma.InputJsonObject
}

/**
 * Writes one event; given a transaction, it is kept exactly when the deed is. Throws
 * `state_conflict` for a deed that its actor has done already, by the actor's own name for it.
 */
export async function recordEvent(
  tx: PrismaClient | Prisma.TransactionClient,
  { actor, action, subject, firmId, clientId, details }: AuditEntry,
): Promise<void> {
  if (actor.kind === 'user' && actor.once !== undefined)
    await claimDeed(tx, actor.userId, actor.once)
  await tx.auditEvent.create({
    data: {
      id: createId('event'),
      actor: actor.kind === 'operator' ? 'operator' : actor.userId,
      requestId: actor.kind === 'operator' ? null : actor.requestId,
      action,
      subject,
      firmId: firmId ?? null,
      clientId: clientId ?? null,
      details: details ?? {},
    },
  })
}
