import { GatewayError, stateConflict } from '../../errors.ts'
import type { AuditAction } from './actions.ts'
import type { Action } from './audit.writes.ts'

/** The id of an action's record, and the result if this request created it. Null: an earlier request created it. */
interface MadeOnce<Made> {
  readonly id: string
  readonly made: Made | null
}

/**
 * Runs an action that creates a secret, once for each idempotency key of the actor. A repeated request gets the id of
 * the record that the first request created. It gets no secret, because the secret is not stored. Throws the errors of
 * `make`, and `state_conflict` if the key was used for another action or another input.
 */
export async function makeOnce<Made extends { readonly id: string }>(
  by: Action,
  action: AuditAction,
  make: () => Promise<Made>,
): Promise<MadeOnce<Made>> {
  // This check comes before the action. The first request may have created the record that now forbids the action, such
  // as the last allowed token of a person.
  const earlier = await findSubject(by, action)
  if (earlier !== null) return { id: earlier, made: null }
  try {
    const made = await make()
    return { id: made.id, made }
  } catch (thrown) {
    if (!(thrown instanceof GatewayError && thrown.code === 'state_conflict')) throw thrown
    // Another request with the same key may have been performed meanwhile.
    const subject = await findSubject(by, action)
    if (subject === null) throw thrown
    return { id: subject, made: null }
  }
}

async function findSubject({ prisma, actor }: Action, action: AuditAction) {
  if (actor.kind !== 'user' || actor.once === undefined) return null
  const { key, digest } = actor.once
  const used = await prisma.idempotencyKey.findUnique({
    where: { actor_key: { actor: actor.userId, key } },
  })
  if (used?.action !== action) return null
  if (used.digest !== null && used.digest !== digest) throw usedForAnother()
  return used.subject
}

/** The error for an idempotency key that was used for the same action on another record, or with another input. */
export function usedForAnother(): GatewayError {
  return stateConflict('This idempotency key has been used for another request. Choose a new one.')
}
