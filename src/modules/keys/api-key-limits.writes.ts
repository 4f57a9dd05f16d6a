import { requestsPerMinute } from '../../access/caller.ts'
import { invalidParameter } from '../../errors.ts'
import type { Tier } from '../../generated/prisma/client.ts'
import { type Action, act, actUnhindered, recordEvent } from '../audit/audit.writes.ts'
import { lockKey, requireLiveKey } from '../grants/row-locks.ts'

/**
 * Sets the key's own tier, for operators; null: that of its firm. Throws `record_not_found`, `invalid_parameter` for a
 * sandbox key, because its limit is fixed, and `state_conflict` for a key that is not live.
 */
export async function setTier(
  by: Action,
  { keyId, tier }: { readonly keyId: string; readonly tier: Tier | null },
) {
  return act(by, async (tx, now) => {
    const key = await lockKey(tx, keyId)
    if (key.environment === 'sandbox')
      throw invalidParameter(
        `A sandbox key has ${requestsPerMinute({ ...key, tier: 'standard' })} requests a minute and no tier.`,
      )
    requireLiveKey(key, now)
    const { firmId } = key
    if (key.tier !== tier) {
      await tx.apiKey.updateMany({ where: { id: keyId }, data: { tier } })
      const details = { tier: { before: key.tier, after: tier } }
      const event = { action: 'key.tier_set', subject: keyId, firmId, details } as const
      await recordEvent(tx, by.actor, event)
    }
    return { id: keyId, firmId, tier }
  })
}

/**
 * Sets whether the key runs trusted documents only, for operators. It applies from the next request on. Throws
 * `record_not_found`, and `state_conflict` for a key that is not live.
 */
export async function limitDocuments(
  by: Action,
  limit: { readonly keyId: string; readonly trustedDocumentsOnly: boolean },
) {
  const { keyId, trustedDocumentsOnly } = limit
  return actUnhindered(by, async (tx, now) => {
    const key = await lockKey(tx, keyId)
    requireLiveKey(key, now)
    const { firmId, trustedDocumentsOnly: before } = key
    if (before !== trustedDocumentsOnly) {
      await tx.apiKey.updateMany({ where: { id: keyId }, data: { trustedDocumentsOnly } })
      const details = { trusted_documents_only: { before, after: trustedDocumentsOnly } }
      const event = { action: 'key.documents_set', subject: keyId, firmId, details } as const
      await recordEvent(tx, by.actor, event)
    }
    return { id: keyId, firmId, trustedDocumentsOnly }
  })
}
