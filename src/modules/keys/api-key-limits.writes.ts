import { requestsPerMinute } from '../../access/caller.ts'
import type { Transaction } from '../../database/change.ts'
import { invalidParameter } from '../../errors.ts'
import type { ApiKey, Tier } from '../../generated/prisma/client.ts'
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
    const details = { tier: { before: key.tier, after: tier } }
    const event = { action: 'key.tier_set', subject: keyId, firmId, details } as const
    if (key.tier !== tier) await store(tx, by, { tier }, event)
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
    const details = { trusted_documents_only: { before, after: trustedDocumentsOnly } }
    const event = { action: 'key.documents_set', subject: keyId, firmId, details } as const
    if (before !== trustedDocumentsOnly) await store(tx, by, { trustedDocumentsOnly }, event)
    return { id: keyId, firmId, trustedDocumentsOnly }
  })
}

async function store(
  tx: Transaction,
  { actor }: Action,
  data: Partial<Pick<ApiKey, 'tier' | 'trustedDocumentsOnly'>>,
  event: Parameters<typeof recordEvent>[2],
): Promise<void> {
  await tx.apiKey.updateMany({ where: { id: event.subject }, data })
  await recordEvent(tx, actor, event)
}
