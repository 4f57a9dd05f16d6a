import type { Transaction } from '../../database/change.ts'
import { stateConflict } from '../../errors.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'

export const MAX_REASON_LENGTH = 280

/** The reason why an operator locks or unlocks a user or resets their second factor. It is not shown to firms. */
export interface Reasoned {
  readonly reason?: string | undefined
}

/** The reason in the form in which an event records it. */
export function recordedReason({ reason }: Reasoned): { readonly reason?: string } {
  return reason === undefined ? {} : { reason }
}

/**
 * Lifts the lock of a user. A new invitation must follow, because nothing that the lock ended comes back. The
 * transaction must have locked the user's row. Throws `state_conflict` if the user is not locked out.
 */
export async function liftLock(
  tx: Transaction,
  actor: Actor,
  userId: string,
  reasoned: Reasoned,
): Promise<void> {
  if (!(await isLockedOut(tx, userId))) throw stateConflict('This user is not locked out.')
  const details = recordedReason(reasoned)
  await recordEvent(tx, actor, { action: 'person.unlocked', subject: userId, details })
}

/** Throws `state_conflict` for a user who is locked out, because an invitation alone must not lift a lock. */
export async function requireNotLockedOut(tx: Transaction, userId: string): Promise<void> {
  if (!(await isLockedOut(tx, userId))) return
  throw stateConflict(
    'This user is locked out. Lift the lock with orangery person unlock, which invites them too.',
  )
}

// Locking deletes the password and the invitation. A user who has either of them was invited again since.
async function isLockedOut(tx: Transaction, userId: string): Promise<boolean> {
  const where = { id: userId, lockedAt: { not: null }, accounts: { none: {} }, invitation: null }
  return (await tx.user.count({ where })) > 0
}
