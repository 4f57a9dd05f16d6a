import { createId } from '../../access/ids.ts'
import { GatewayError } from '../../errors.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { reportAudited } from './audited.ts'
import type { AuditDetails } from './details.ts'
import { claimIdempotencyKey } from './idempotency-key.writes.ts'

/** Who performs an action: the operator at the command line, a signed-in person, or the product by itself. */
export type Actor =
  | { readonly kind: 'operator' | 'product' }
  | {
      readonly kind: 'user'
      readonly userId: string
      readonly requestId: string
      /** The session of the action. An action is rejected when its session has ended. */
      readonly sessionId?: string
      /** The request's idempotency key: a second action with the same key is rejected. */
      readonly idempotencyKey?: string
    }

export const OPERATOR: Actor = { kind: 'operator' }

/** For what follows from an action and nobody asked for: the sandbox client of a firm. */
export const PRODUCT: Actor = { kind: 'product' }

/** Every action that is recorded, as `<subject>.<action>`. */
export type AuditAction =
  | 'client.created'
  | 'staff.created'
  | 'member.invited'
  | 'member.invitation_withdrawn'
  | 'member.added'
  | 'member.role_set'
  | 'member.removed'
  | 'firm.created'
  | 'firm.updated'
  | 'key.created'
  | 'key.updated'
  | 'key.rolled'
  | 'key.revoked'
  | 'key.tier_set'
  | 'link.created'
  | 'link.declined'
  | 'link.revoked'
  | 'grant.created'
  | 'grant.updated'
  | 'grant.confirmed'
  | 'grant.revoked'
  | 'grant.returned'
  | 'token.created'
  | 'token.revoked'
  | 'person.invited'
  | 'person.reset_mailed'
  | 'person.password_set'
  | 'person.confirmed'
  | 'person.second_factor_set'
  | 'person.second_factor_removed'
  | 'person.second_factor_dropped'
  | 'person.recovery_codes_made'
  | 'person.recovery_code_used'
  | 'person.passkey_added'
  | 'person.passkey_renamed'
  | 'person.passkey_removed'
  | 'person.locked'
  | 'portfolio.read'
  | 'grants.read'

export interface AuditEntry {
  readonly actor: Actor
  readonly action: AuditAction
  /** The id of the record that the action changed. */
  readonly subject: string
  readonly firmId?: string
  readonly clientId?: string
  /** Never a secret, never a private (P0) member. */
  readonly details?: AuditDetails
}

/**
 * Writes one event, in the transaction of its action. Throws `state_conflict` where the actor has
 * used the idempotency key before, and `invalid_session` where the actor's session has ended.
 */
export async function recordEvent(
  tx: PrismaClient | Prisma.TransactionClient,
  { actor, ...entry }: AuditEntry,
): Promise<void> {
  if (actor.kind === 'user' && actor.sessionId !== undefined) await holdSession(tx, actor.sessionId)
  if (actor.kind === 'user' && actor.idempotencyKey !== undefined)
    await claimIdempotencyKey(tx, actor.userId, actor.idempotencyKey, {
      action: entry.action,
      subject: entry.subject,
    })
  await recordEvents(tx, actor, [entry])
}

/** Writes events that follow from one action, which has an event of its own: one statement, however many. */
export async function recordEvents(
  tx: PrismaClient | Prisma.TransactionClient,
  actor: Actor,
  entries: readonly Omit<AuditEntry, 'actor'>[],
): Promise<void> {
  const [by, requestId] =
    actor.kind === 'user' ? [actor.userId, actor.requestId] : [actor.kind, null]
  const column = (read: (entry: Omit<AuditEntry, 'actor'>) => string | null) => entries.map(read)
  await tx.$executeRaw`
    INSERT INTO audit_events (id, actor, request_id, action, subject, firm_id, client_id, details)
    SELECT id, ${by}, ${requestId}, action, subject, firm_id, client_id, details::jsonb
      FROM unnest(${column(() => createId('event'))}::text[],
                  ${column(({ action }) => action)}::text[],
                  ${column(({ subject }) => subject)}::text[],
                  ${column(({ firmId }) => firmId ?? null)}::text[],
                  ${column(({ clientId }) => clientId ?? null)}::text[],
                  ${column(({ details }) => JSON.stringify(details ?? {}))}::text[])
        AS entry (id, action, subject, firm_id, client_id, details)`
  reportAudited(
    tx,
    entries.map(({ action }) => action),
  )
}

// The end of a session waits for this transaction, and then revokes what the action created. In the
// other order the action finds no session.
async function holdSession(
  tx: PrismaClient | Prisma.TransactionClient,
  sessionId: string,
): Promise<void> {
  const found = await tx.$queryRaw<
    object[]
  >`SELECT 1 FROM sessions WHERE id = ${sessionId} FOR KEY SHARE`
  if (found.length === 0)
    throw new GatewayError('invalid_session', 'Your session has ended. Sign in again.')
}
