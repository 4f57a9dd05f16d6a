import { createSecret } from '../../access/secret.ts'
import { change, type Transaction } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { DAY_MS, HOUR_MS } from '../../values/durations.ts'
import { type Action, actUnhindered, recordEvent } from '../audit/audit.writes.ts'
import { lockEnterprisePlan } from '../firms/firm-plan.ts'
import { revokeGrantsOf } from '../grants/grant-revocation.writes.ts'
import { lockKey, requireLiveKey } from '../grants/row-locks.ts'

/**
 * Creates a new secret of a key, returned only here. The grants stay. The old secret works for the overlap; an earlier
 * overlap ends. Throws `record_not_found`, `state_conflict` for a key that is not live, and `enterprise_plan_required`.
 */
export async function rollKey(
  by: Action,
  { keyId, overlap = '0' }: { readonly keyId: string; readonly overlap?: Overlap },
) {
  return actUnhindered(by, async (tx, now) => {
    const key = await lockKey(tx, keyId)
    requireLiveKey(key, now)
    await lockEnterprisePlan(tx, key.firmId)
    const { before, previousEndsAt } = await endSecrets(tx, OF_KEYS, keyId, overlap, now)
    const { secret, reference, hash } = createSecret(key.environment)
    await tx.keySecret.createMany({ data: { hash, keyId, reference, createdAt: now } })
    const details = { overlap, reference: { before, after: reference } }
    const event = { action: 'key.rolled', subject: keyId, firmId: key.firmId, details } as const
    await recordEvent(tx, by.actor, event)
    return { id: keyId, secret, reference, previousEndsAt }
  })
}

/**
 * Creates a further secret of a sandbox key for an hour, in place of an earlier one of this kind. The others stay, so
 * that a rehearsal takes the key from nobody. `record` runs in the same transaction. Throws as `rollKey` does.
 */
export function addRehearsedSecret(
  prisma: PrismaClient,
  keyId: string,
  now: Date,
  record: (tx: Transaction) => Promise<void>,
): Promise<string> {
  return change(prisma, async (tx) => {
    const key = await lockKey(tx, keyId)
    requireLiveKey(key, now)
    await lockEnterprisePlan(tx, key.firmId)
    await tx.keySecret.deleteMany({ where: { keyId, rehearsed: true } })
    const { secret, reference, hash } = createSecret(key.environment)
    const expiresAt = new Date(now.getTime() + OVERLAPS['1h'])
    await tx.keySecret.createMany({
      data: { hash, keyId, reference, createdAt: now, expiresAt, rehearsed: true },
    })
    await record(tx)
    return secret
  })
}

/** Revokes a key for good, with its grants. A repeated call records no event. Throws `record_not_found`. */
export async function revokeKey(by: Action, { keyId }: { readonly keyId: string }) {
  return actUnhindered(by, async (tx, now) => {
    const key = await lockKey(tx, keyId)
    const revokedAt = key.revokedAt ?? now
    if (key.state !== 'revoked') {
      await tx.apiKey.updateMany({ where: { id: keyId }, data: { state: 'revoked', revokedAt } })
      await recordEvent(tx, by.actor, { action: 'key.revoked', subject: keyId, firmId: key.firmId })
      await revokeGrantsOf(tx, by.actor, key, revokedAt)
    }
    return { id: keyId, state: 'revoked' as const, revokedAt }
  })
}

/** The secrets of keys, or of service accounts: the table, and the column with the owner. */
type Secrets = readonly [table: 'key_secrets' | 'service_secrets', owner: 'key_id' | 'service_id']
const OF_KEYS: Secrets = ['key_secrets', 'key_id']

/** Begins the overlap of an owner's current secret: returns its reference and end. One in an earlier overlap ends. */
export async function endSecrets(
  tx: Transaction,
  [table, owner]: Secrets,
  id: string,
  overlap: Overlap,
  now: Date,
) {
  const previousEndsAt = new Date(now.getTime() + OVERLAPS[overlap])
  const [present] = await tx.$queryRawUnsafe<{ reference: string }[]>(
    `WITH ended AS (
       UPDATE ${table} SET expires_at = CASE WHEN expires_at IS NULL THEN $2::timestamptz ELSE $3::timestamptz END
        WHERE ${owner} = $1 AND (expires_at IS NULL OR expires_at > $3::timestamptz))
     SELECT reference FROM ${table} WHERE ${owner} = $1 AND expires_at IS NULL`,
    id,
    previousEndsAt,
    now,
  )
  return { before: present?.reference ?? null, previousEndsAt }
}

/** How long the old secret of a rotated key stays valid: milliseconds by written form. */
export const OVERLAPS = { '0': 0, '1h': HOUR_MS, '24h': DAY_MS, '7d': 7 * DAY_MS } as const

export type Overlap = keyof typeof OVERLAPS
