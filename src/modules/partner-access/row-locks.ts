import { keyStateAt } from '../../access/liveness.ts'
import { lockSql } from '../../access/portfolio-locks.ts'
import { notFound, requireIdShape } from '../../access/record-id.ts'
import type { Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { ApiKey, Grant, Prisma } from '../../generated/prisma/client.ts'

/** The key, locked until the transaction ends. Throws `record_not_found`. */
export async function lockKey(tx: Transaction, keyId: string): Promise<ApiKey> {
  requireIdShape('key', keyId)
  await tx.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${keyId} FOR NO KEY UPDATE`
  const key = await tx.apiKey.findUnique({ where: { id: keyId } })
  if (!key) throw notFound('key')
  return key
}

/** Throws `state_conflict` for a key that has been revoked or has expired: neither can be undone. */
export function requireLiveKey(key: Pick<ApiKey, 'state' | 'expiresAt'>, now: Date): void {
  const state = keyStateAt(key, now)
  if (state === 'active') return
  const ended = state === 'revoked' ? 'been revoked' : 'expired'
  throw new GatewayError('state_conflict', `This key has ${ended}; create a new one.`)
}

/**
 * The grant and its key, locked until the transaction ends. The key is locked first, as it is where
 * a key is revoked with its grants: otherwise the two could deadlock. Throws `record_not_found`.
 */
export async function lockGrant(tx: Transaction, grantId: string) {
  requireIdShape('grant', grantId)
  const found = await tx.grant.findFirst({ where: { id: grantId } })
  if (!found) throw notFound('grant')
  const key = await lockKey(tx, found.keyId)
  // A write, since Citus moves a shard to another node in spite of a row lock. A revoked row never changes.
  await tx.$executeRaw`
    UPDATE grants SET version = version
     WHERE client_id = ${found.clientId} AND id = ${grantId} AND state <> 'revoked'`
  return { key, grant: await tx.grant.findUniqueOrThrow({ where: rowOf(found) }) }
}

/** How a grant is found by its whole key, which says on which shard it is. */
export function rowOf({ clientId, id }: Pick<Grant, 'clientId' | 'id'>) {
  return { clientId_id: { clientId, id } }
}

/** Changes a grant that is locked. */
export async function writeGrant(
  tx: Transaction,
  grant: Grant,
  data: Prisma.GrantUpdateManyMutationInput,
): Promise<Grant> {
  const { clientId, id } = grant
  await tx.grant.updateMany({ where: { clientId, id }, data })
  return tx.grant.findUniqueOrThrow({ where: rowOf(grant) })
}

/**
 * The instant of a change of terms over a client's portfolio: later than every change that a reader of the
 * old terms has seen, and than `previous`, the instant of these terms if there are any. Readers know of the
 * change under way until the commit.
 */
export async function takeTermsInstant(
  tx: Transaction,
  clientId: string,
  previous: Date | null,
): Promise<Date> {
  await tx.$executeRawUnsafe(lockSql('terms', '$1'), clientId)
  const [row] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT greatest(date_trunc('milliseconds', clock_timestamp()),
                    changed_at + interval '1 millisecond',
                    ${previous}::timestamptz + interval '1 millisecond') AS at
      FROM portfolios WHERE client_id = ${clientId}`
  if (!row) throw notFound('client')
  return row.at
}
