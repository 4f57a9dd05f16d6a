import { isKeyLive } from '../../access/liveness.ts'
import type { Transaction } from '../../database/change.ts'
import type { ApiKey } from '../../generated/prisma/client.ts'

export type KnownKey = Pick<ApiKey, 'id' | 'firmId' | 'state' | 'expiresAt'>

/**
 * The live keys whose secret the user has seen, because they created or rolled the key. `firmId` limits the result to
 * one firm; null: all firms.
 */
export async function keysKnownTo(
  tx: Transaction,
  userId: string,
  now: Date,
  firmId: string | null = null,
): Promise<KnownKey[]> {
  const known = await tx.$queryRaw<KnownKey[]>`
    SELECT k.id, k.firm_id AS "firmId", k.state, k.expires_at AS "expiresAt" FROM api_keys k
     WHERE k.created_by = ${userId} AND (${firmId}::text IS NULL OR k.firm_id = ${firmId})
    UNION
    SELECT k.id, k.firm_id, k.state, k.expires_at FROM api_keys k JOIN audit_events e ON e.subject = k.id
     WHERE e.actor = ${userId} AND e.action IN ('key.created', 'key.rolled')
       AND (${firmId}::text IS NULL OR k.firm_id = ${firmId})
     ORDER BY id`
  return known.filter((key) => isKeyLive(key, now))
}
