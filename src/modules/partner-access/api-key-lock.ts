import { keyStateAt } from '../../access/liveness.ts'
import { notFound, requireIdShape, type Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { ApiKey } from '../../generated/prisma/client.ts'

/** The key, held as it is until the transaction ends. Throws `record_not_found`. */
export async function lockKey(tx: Transaction, keyId: string): Promise<ApiKey> {
  requireIdShape('key', keyId)
  await tx.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${keyId} FOR NO KEY UPDATE`
  const key = await tx.apiKey.findUnique({ where: { id: keyId } })
  if (!key) throw notFound('key')
  return key
}

/** Throws `state_conflict` for a key that has been revoked or has expired: neither comes back. */
export function requireLiveKey(key: Pick<ApiKey, 'state' | 'expiresAt'>, now: Date): void {
  const state = keyStateAt(key, now)
  if (state === 'active') return
  const ended = state === 'revoked' ? 'been revoked' : 'expired'
  throw new GatewayError('state_conflict', `This key has ${ended}; create a new one.`)
}
