import { grantStateAt } from '../../access/liveness.ts'
import { change } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { Grant, PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { lockGrant, writeGrant } from './row-locks.ts'

/**
 * Records that the client keeps a grant without an end. Its terms and its version stay. Throws
 * `record_not_found`, and `state_conflict` for a grant that has ended or has an end.
 */
export function confirmGrant(
  prisma: PrismaClient,
  actor: Actor,
  grantId: string,
  now: Date,
): Promise<Grant> {
  return change(prisma, async (tx) => {
    const { grant, key } = await lockGrant(tx, grantId)
    if (grantStateAt(grant, now) !== 'active') throw conflict('This grant has ended.')
    if (grant.expiresAt !== null)
      throw conflict('This grant has an end; change the end to keep it for longer.')
    const confirmed = await writeGrant(tx, grant, { confirmedAt: now })
    await recordEvent(tx, {
      actor,
      action: 'grant.confirmed',
      subject: grantId,
      firmId: key.firmId,
      clientId: grant.clientId,
      details: { key_id: grant.keyId },
    })
    return confirmed
  })
}

function conflict(message: string): GatewayError {
  return new GatewayError('state_conflict', message)
}
