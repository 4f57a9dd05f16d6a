import { change } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, type AuditAction, recordEvent } from '../audit/audit.writes.ts'
import { claimIdempotencyKey } from '../audit/idempotency-key.writes.ts'
import { requireUser } from './person.writes.ts'

// A code of an authenticator is good for a minute and a half at the most.
const CODE_FORGOTTEN_MS = 5 * 60_000

/** What a person does with their own second factor. */
export type SecondFactorAction = AuditAction &
  `person.${'second_factor' | 'recovery_code'}${string}`

/** A person at one request. */
export interface Self {
  readonly userId: string
  readonly requestId: string
}

/** Whether signing in takes the person a code as well. */
export async function hasSecondFactor(prisma: PrismaClient, userId: string): Promise<boolean> {
  return (await prisma.user.count({ where: { id: userId, twoFactorEnabled: true } })) > 0
}

/** Records what a person did with their own second factor. */
export function recordSecondFactorAction(
  prisma: PrismaClient,
  { userId, requestId }: Self,
  action: SecondFactorAction,
): Promise<void> {
  const actor = { kind: 'user', userId, requestId } as const
  return recordEvent(prisma, { actor, action, subject: userId })
}

/**
 * Marks a correct authenticator code as used, and records the second factor as set if it is the first
 * code. Throws `invalid_code` for a code that the user has used before.
 */
export async function consumeCode(
  prisma: PrismaClient,
  { userId, requestId }: Self,
  { code, isFirst }: { readonly code: string; readonly isFirst: boolean },
  now: Date,
): Promise<void> {
  // The space keeps it apart from the idempotency keys of clients.
  const key = `code ${code}`
  const forgotten = new Date(now.getTime() - CODE_FORGOTTEN_MS)
  await change(prisma, async (tx) => {
    await tx.idempotencyKey.deleteMany({ where: { actor: userId, key, at: { lt: forgotten } } })
    await claimIdempotencyKey(tx, userId, key).catch(rejectUsed)
    if (!isFirst) return
    const actor = { kind: 'user', userId, requestId } as const
    await recordEvent(tx, { actor, action: 'person.second_factor_set', subject: userId })
  })
}

/**
 * Removes a second factor that its user has lost, their passkeys and all their sessions: from now on the password
 * alone signs them in. Throws `record_not_found`, and `state_conflict` where there is none.
 */
export async function dropSecondFactor(
  prisma: PrismaClient,
  actor: Actor,
  { email }: { readonly email: string },
) {
  return change(prisma, async (tx) => {
    const { id, name, twoFactorEnabled } = await requireUser(tx, email)
    if (!twoFactorEnabled) throw new GatewayError('state_conflict', 'There is no second factor.')
    await tx.user.update({ where: { id }, data: { twoFactorEnabled: false } })
    await tx.twoFactor.deleteMany({ where: { userId: id } })
    // They sign in without the factor, and may be on the device that was lost.
    await tx.passkey.deleteMany({ where: { userId: id } })
    await tx.session.deleteMany({ where: { userId: id } })
    // Sign-ins that wait for a code of it.
    await tx.verification.deleteMany({ where: { value: id } })
    await recordEvent(tx, { actor, action: 'person.second_factor_dropped', subject: id })
    return { userId: id, name }
  })
}

function rejectUsed(thrown: unknown): never {
  if (!(thrown instanceof GatewayError && thrown.code === 'state_conflict')) throw thrown
  throw new GatewayError('invalid_code', 'The code has been used. Wait for the next one.')
}
