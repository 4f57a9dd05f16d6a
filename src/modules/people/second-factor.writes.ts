import { change } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { recordEvent } from '../audit/audit.writes.ts'
import { claimIdempotencyKey } from '../audit/idempotency-key.writes.ts'

// A used code is remembered for this time. A code of an authenticator app is valid for a minute and a half at most.
const CODE_FORGOTTEN_MS = 5 * 60_000

/** A person in one request. */
export interface Self {
  readonly userId: string
  readonly requestId: string
}

/** Whether the person needs a code to sign in. */
export async function hasSecondFactor(prisma: PrismaClient, userId: string): Promise<boolean> {
  return (await prisma.user.count({ where: { id: userId, twoFactorEnabled: true } })) > 0
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
  // The space in the key makes it different from every idempotency key of a client.
  const key = `code ${code}`
  const forgotten = new Date(now.getTime() - CODE_FORGOTTEN_MS)
  await change(prisma, async (tx) => {
    await tx.idempotencyKey.deleteMany({ where: { actor: userId, key, at: { lt: forgotten } } })
    await claimIdempotencyKey(tx, userId, { key }).catch(rejectUsed)
    if (!isFirst) return
    const actor = { kind: 'user', userId, requestId } as const
    await recordEvent(tx, actor, { action: 'person.second_factor_set', subject: userId })
  })
}

function rejectUsed(thrown: unknown): never {
  if (!(thrown instanceof GatewayError && thrown.code === 'state_conflict')) throw thrown
  throw new GatewayError('invalid_code', 'The code has been used. Wait for the next one.')
}
