import { change } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import type { ConsentRequest } from './connection-link.ts'
import { lockFirm, requireEnterprisePlan } from './firm-plan.ts'
import { lockKey, requireLiveKey } from './row-locks.ts'

/**
 * Records that a link is created; without the record it is not issued. Throws `state_conflict` for a
 * key that is not live, and `enterprise_plan_required`.
 */
export async function recordLink(
  prisma: PrismaClient,
  actor: Actor,
  { keyId, scopes, purpose, expiresAt }: ConsentRequest,
  now: Date,
): Promise<void> {
  await change(prisma, async (tx) => {
    const key = await lockKey(tx, keyId)
    requireLiveKey(key, now)
    requireEnterprisePlan(await lockFirm(tx, key.firmId), 'Creating connection links')
    const details = { scopes: [...scopes], purpose, expires_at: expiresAt.toISOString() }
    const { firmId } = key
    await recordEvent(tx, { actor, action: 'link.created', subject: keyId, firmId, details })
  })
}
