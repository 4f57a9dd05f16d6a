import { notFound, requireIdShape, type Transaction } from '../../database/change.ts'
import { lockKey } from './api-key-lock.ts'

/**
 * The grant and its key, held as they are until the transaction ends. The key comes first, as for
 * whoever ends a key and then its grants. Throws `record_not_found`.
 */
export async function lockGrant(tx: Transaction, grantId: string) {
  requireIdShape('grant', grantId)
  const found = await tx.grant.findUnique({ where: { id: grantId }, select: { keyId: true } })
  if (!found) throw notFound('grant')
  const key = await lockKey(tx, found.keyId)
  await tx.$queryRaw`SELECT 1 FROM grants WHERE id = ${grantId} FOR NO KEY UPDATE`
  return { key, grant: await tx.grant.findUniqueOrThrow({ where: { id: grantId } }) }
}
