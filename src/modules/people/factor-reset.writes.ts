import { instantOf } from '../../database/clock.ts'
import { revocation } from '../../database/revocation.ts'
import { GatewayError } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { type Reasoned, recordedReason } from './locked-out.ts'
import { lockUser, requireUser, type Who } from './person.writes.ts'
import { endSignedIn } from './recovery.writes.ts'

/**
 * Removes the second factor and the passkeys of a user who has lost them, and ends their sessions and access tokens,
 * which may be on the lost device. From now on the password alone signs them in. Throws `record_not_found`, and
 * `state_conflict` if the user has neither a second factor nor a passkey.
 */
export async function resetFactor(
  prisma: PrismaClient,
  actor: Actor,
  who: Who & Reasoned,
  given?: Date,
) {
  const now = await instantOf(prisma, given)
  return revocation(prisma, async (tx) => {
    const { id: userId, name, email } = await requireUser(tx, who)
    await lockUser(tx, userId)
    const ended = await endSignedIn(tx, userId, now)
    // This also removes second factors that still wait for their first code.
    const { count: factors } = await tx.twoFactor.deleteMany({ where: { userId } })
    if (factors === 0 && ended.passkeys === 0)
      throw new GatewayError('state_conflict', 'There is no second factor and no passkey.')
    await tx.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } })
    // This removes sign-ins that wait for a code of the removed factor.
    await tx.verification.deleteMany({ where: { value: userId } })
    const details = { ...ended, ...recordedReason(who) }
    const action = 'person.second_factor_dropped'
    await recordEvent(tx, { actor, action, subject: userId, details })
    return { userId, name, email, ...ended }
  })
}
