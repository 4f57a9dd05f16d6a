import { lapsedGrantWhere, lifeStateAt } from '../../access/liveness.ts'
import type { Transaction } from '../../database/change.ts'
import { lockTermsSql, nextInstantSql } from '../../database/portfolio-locks.ts'
import { stateConflict } from '../../errors.ts'
import type { ApiKey, Grant, Prisma } from '../../generated/prisma/client.ts'
import { notFound, requireFound, requireIdShape } from '../../values/ids.ts'

/** Additional work in the transaction of a change of a grant. */
export type WithGrant = (tx: Transaction, grant: Grant) => Promise<void>

/** Locks the key until the transaction ends, and returns it. Throws `record_not_found`. */
export async function lockKey(tx: Transaction, keyId: string): Promise<ApiKey> {
  requireIdShape('key', keyId)
  await tx.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${keyId} FOR NO KEY UPDATE`
  return requireFound(await tx.apiKey.findUnique({ where: { id: keyId } }), 'key')
}

/** Throws `state_conflict` for a key that has been revoked or has expired: neither can be undone. */
export function requireLiveKey(key: Pick<ApiKey, 'state' | 'expiresAt'>, now: Date): void {
  const state = lifeStateAt(key, now)
  if (state === 'active') return
  const ended = state === 'revoked' ? 'been revoked' : 'expired'
  throw stateConflict(`This key has ${ended}; create a new one.`)
}

/**
 * Locks the grant and its key until the transaction ends, and returns them. The key is locked first, as in the
 * revocation of a key with its grants. Otherwise the two could deadlock. Throws `record_not_found`.
 */
export async function lockGrant(tx: Transaction, grantId: string) {
  requireIdShape('grant', grantId)
  const found = requireFound(await tx.grant.findFirst({ where: { id: grantId } }), 'grant')
  const key = await lockKey(tx, found.keyId)
  // The lock is a write because Citus can move a shard to another node in spite of a row lock. Revoked grants are
  // skipped: they never change.
  await tx.$executeRaw`
    UPDATE grants SET version = version
     WHERE client_id = ${found.clientId} AND id = ${grantId} AND state <> 'revoked'`
  return { key, grant: await tx.grant.findUniqueOrThrow({ where: rowOf(found) }) }
}

/** The whole primary key of a grant. The client id in it tells Citus the shard. */
export function rowOf({ clientId, id }: Pick<Grant, 'clientId' | 'id'>) {
  return { clientId_id: { clientId, id } }
}

/** The members of an event of the grant, with more details. */
export function eventOfGrant<Details extends object>(
  { id, clientId, keyId }: Pick<Grant, 'id' | 'clientId' | 'keyId'>,
  { firmId }: Pick<ApiKey, 'firmId'>,
  details: Details,
) {
  return { subject: id, firmId, clientId, details: { key_id: keyId, ...details } }
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
 * The next instant of the client, for new terms. Until the commit, only readers under this grant see that a change is
 * in progress.
 */
export async function takeTermsInstant(
  tx: Transaction,
  { clientId, id }: Pick<Grant, 'clientId' | 'id'>,
): Promise<Date> {
  await tx.$executeRawUnsafe(lockTermsSql('$1', '$2'), clientId, id)
  const [row] = await tx.$queryRawUnsafe<{ at: Date }[]>(nextInstantSql('$1'), clientId)
  if (!row) throw notFound('client')
  return row.at
}

/** Stores that grants have expired. Reads compare the expiry, but a grant stored as active would block a new one. */
export async function markExpired(tx: Transaction, where: Prisma.GrantWhereInput, now: Date) {
  await tx.grant.updateMany({
    where: { ...where, ...lapsedGrantWhere(now) },
    data: { state: 'expired' },
  })
}
