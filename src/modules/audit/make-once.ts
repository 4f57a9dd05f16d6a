import { GatewayError } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import type { Actor, AuditAction } from './audit.writes.ts'

/** The record of an action, and what this request made; null where an earlier request made it. */
export interface MadeOnce<Made> {
  readonly id: string
  readonly made: Made | null
}

/**
 * Runs an action that makes a secret, once for each idempotency key of the actor. A repeated request
 * gets the id of what the first made, since its response may be lost and the secret is not stored.
 * Throws what `make` throws, and `state_conflict` where the key was used for another action.
 */
export async function makeOnce<Made extends { readonly id: string }>(
  prisma: PrismaClient,
  actor: Actor,
  action: AuditAction,
  make: () => Promise<Made>,
): Promise<MadeOnce<Made>> {
  // Before the action: what it made may be what now forbids it, such as the last token of a person.
  const earlier = await findSubject(prisma, actor, action)
  if (earlier !== null) return { id: earlier, made: null }
  try {
    const made = await make()
    return { id: made.id, made }
  } catch (thrown) {
    if (!(thrown instanceof GatewayError && thrown.code === 'state_conflict')) throw thrown
    // A request with the same key was carried out meanwhile.
    const subject = await findSubject(prisma, actor, action)
    if (subject === null) throw thrown
    return { id: subject, made: null }
  }
}

async function findSubject(prisma: PrismaClient, actor: Actor, action: AuditAction) {
  if (actor.kind !== 'user' || actor.idempotencyKey === undefined) return null
  const where = { actor_key: { actor: actor.userId, key: actor.idempotencyKey } }
  const used = await prisma.idempotencyKey.findUnique({ where })
  return used?.action === action ? used.subject : null
}

/** The error for an idempotency key that was used for the same action on another record. */
export function usedForAnother(): GatewayError {
  return new GatewayError(
    'state_conflict',
    'This idempotency key has been used for another request. Choose a new one.',
  )
}
