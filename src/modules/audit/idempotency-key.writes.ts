import type { Transaction } from '../../database/change.ts'
import {
  codeOf,
  type GatewayError,
  invalidParameter,
  isCollision,
  stateConflict,
} from '../../errors.ts'
import type { IdempotencyKey } from '../../generated/prisma/client.ts'
import { digestOf } from '../../values/ids.ts'
import type { AuditAction } from './actions.ts'
import type { Action } from './audit.writes.ts'
import type { NewSecret } from './new-secret.type.ts'

const IDEMPOTENCY_KEY_PATTERN = /^[A-Za-z0-9_-]{8,64}$/

/** The identity of a request that is performed only once. */
export interface Once {
  readonly key: string
  /** SHA-256 of the input. Absent if the key itself identifies the input. */
  readonly digest?: string
}

/** The identity of the request with this input. Throws `invalid_parameter`. */
export function onceOf({ idempotencyKey, ...asked }: { readonly idempotencyKey: string }): Once {
  if (!IDEMPOTENCY_KEY_PATTERN.test(idempotencyKey))
    throw invalidParameter('idempotencyKey takes 8 to 64 of A–Z, a–z, 0–9, _ and -.')
  // The executor returns the members in the order of the schema. A null member counts as absent.
  const stated = Object.entries(asked).filter(([, value]) => value != null)
  return { key: idempotencyKey, digest: digestOf(stated) }
}

/** Claims the key for this transaction, after an open one that claims it. Throws `state_conflict` if it is used. */
export async function claimIdempotencyKey(
  tx: Transaction,
  actor: string,
  once: Once,
  claim?: Pick<IdempotencyKey, 'action' | 'subject'>,
): Promise<void> {
  const data = { actor, ...once, action: claim?.action ?? null, subject: claim?.subject ?? null }
  try {
    await tx.idempotencyKey.create({ data })
  } catch (thrown) {
    if (!isCollision(thrown)) throw thrown
    throw stateConflict('A request with this idempotency key has already been carried out.', {
      cause: thrown,
    })
  }
}

/**
 * Runs an action that creates a secret, once for each idempotency key of the actor. A repeated request gets the id of
 * the record that the first request created. It gets no secret, because the secret is not stored. Throws the errors of
 * `make`, and `state_conflict` if the key was used for another action or another input.
 */
export async function makeOnce(
  by: Action,
  action: AuditAction,
  make: () => Promise<NewSecret>,
): Promise<NewSecret> {
  // This check comes before the action. The first request may have created the record that now forbids the action, such
  // as the last allowed token of a person.
  const earlier = await findSubject(by, action)
  if (earlier !== null) return { id: earlier, secret: null }
  try {
    return await make()
  } catch (thrown) {
    if (codeOf(thrown) !== 'state_conflict') throw thrown
    // Another request with the same key may have been performed meanwhile.
    const subject = await findSubject(by, action)
    if (subject === null) throw thrown
    return { id: subject, secret: null }
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
