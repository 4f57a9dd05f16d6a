import { requestsPerMinute } from '../../access/caller.ts'
import { change } from '../../database/change.ts'
import { instantOf } from '../../database/clock.ts'
import { revocation } from '../../database/revocation.ts'
import { GatewayError } from '../../errors.ts'
import type { PrismaClient, Tier } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { lockKey, requireLiveKey } from '../grants/row-locks.ts'

interface TierChange {
  readonly keyId: string
  /** Null: the tier of the firm. */
  readonly tier: Tier | null
}

/**
 * Sets the key's own tier, for operators. Throws `record_not_found`, `invalid_parameter` for a sandbox key, because its
 * limit is fixed, and `state_conflict` for a key that is not live.
 */
export async function setTier(
  prisma: PrismaClient,
  actor: Actor,
  { keyId, tier }: TierChange,
  given?: Date,
) {
  const now = await instantOf(prisma, given)
  return change(prisma, async (tx) => {
    const key = await lockKey(tx, keyId)
    if (key.environment === 'sandbox') {
      const message = `A sandbox key has ${requestsPerMinute({ ...key, tier: 'standard' })} requests a minute and no tier.`
      throw new GatewayError('invalid_parameter', message)
    }
    requireLiveKey(key, now)
    if (key.tier !== tier) {
      await tx.apiKey.updateMany({ where: { id: keyId }, data: { tier } })
      await recordEvent(tx, {
        actor,
        action: 'key.tier_set',
        subject: keyId,
        firmId: key.firmId,
        details: { tier: { before: key.tier, after: tier } },
      })
    }
    return { id: keyId, firmId: key.firmId, tier }
  })
}

interface DocumentsLimit {
  readonly keyId: string
  readonly trustedDocumentsOnly: boolean
}

/**
 * Sets whether the key runs trusted documents only, for operators. It applies from the next request on. Throws
 * `record_not_found`, and `state_conflict` for a key that is not live.
 */
export async function limitDocuments(
  prisma: PrismaClient,
  actor: Actor,
  { keyId, trustedDocumentsOnly }: DocumentsLimit,
  given?: Date,
) {
  const now = await instantOf(prisma, given)
  return revocation(prisma, async (tx) => {
    const key = await lockKey(tx, keyId)
    requireLiveKey(key, now)
    const before = key.trustedDocumentsOnly
    if (before !== trustedDocumentsOnly) {
      await tx.apiKey.updateMany({ where: { id: keyId }, data: { trustedDocumentsOnly } })
      await recordEvent(tx, {
        actor,
        action: 'key.documents_set',
        subject: keyId,
        firmId: key.firmId,
        details: { trusted_documents_only: { before, after: trustedDocumentsOnly } },
      })
    }
    return { id: keyId, firmId: key.firmId, trustedDocumentsOnly }
  })
}
