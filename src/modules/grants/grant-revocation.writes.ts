import { grantStateAt } from '../../access/liveness.ts'
import type { Transaction } from '../../database/change.ts'
import { instantOf } from '../../database/clock.ts'
import { revocation } from '../../database/revocation.ts'
import { GatewayError } from '../../errors.ts'
import type { ApiKey, Grant, GrantRevoker, PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent, recordEvents } from '../audit/audit.writes.ts'
import { lockGrant, markExpired, type WithGrant, writeGrant } from './row-locks.ts'

interface Revocation {
  readonly grantId: string
}

interface RevocationByClient extends Revocation {
  /** Whether the firm is asked to delete what it has read. Only a client asks. */
  readonly requestDeletion?: boolean
}

/**
 * Revokes a grant permanently, for its client or an operator. Idempotent: a repeated call records no event. `withGrant`
 * runs in the transaction of a revocation. Throws `record_not_found`, and `state_conflict` for a request for deletion
 * about a grant that had ended before.
 */
export async function revokeGrant(
  prisma: PrismaClient,
  actor: Actor,
  { grantId, requestDeletion = false }: RevocationByClient,
  given?: Date,
  withGrant?: WithGrant,
): Promise<Grant> {
  const now = await instantOf(prisma, given)
  const by = actor.kind === 'operator' ? 'operator' : 'client'
  const asksDeletion = by === 'client' && requestDeletion
  return revocation(prisma, (tx) =>
    revoke(tx, { actor, grantId, by, now, withGrant, asksDeletion }),
  )
}

/** Revokes a grant permanently, for the firm. No plan is needed. Otherwise it works like `revokeGrant`. */
export async function returnGrant(
  prisma: PrismaClient,
  actor: Actor,
  { grantId }: Revocation,
  given?: Date,
  withGrant?: WithGrant,
): Promise<Grant> {
  const now = await instantOf(prisma, given)
  return revocation(prisma, (tx) => revoke(tx, { actor, grantId, by: 'firm', now, withGrant }))
}

/** Revokes the active grants of a key that is being revoked. The transaction must have locked the key. */
export async function revokeGrantsOf(
  tx: Transaction,
  actor: Actor,
  key: Pick<ApiKey, 'id' | 'firmId'>,
  now: Date,
): Promise<void> {
  await markExpired(tx, { keyId: key.id }, now)
  // This is one statement because a key may have tens of thousands of grants, and the transaction has ten seconds.
  const revoked = await tx.$queryRaw<{ id: string; clientId: string }[]>`
    UPDATE grants SET state = 'revoked', revoked_by = 'key', revoked_at = ${now}
     WHERE key_id = ${key.id} AND state = 'active'
    RETURNING id, client_id AS "clientId"`
  const entries = revoked.map(({ id, clientId }) => ({
    action: 'grant.revoked' as const,
    subject: id,
    firmId: key.firmId,
    clientId,
    details: { key_id: key.id, cause: 'key.revoked' },
  }))
  await recordEvents(tx, actor, entries)
}

/**
 * Revokes the active grants that a client created or changed, and returns their number. Expired grants, and grants that
 * only an operator has created or changed, stay.
 */
export function revokeGrantsGivenBy(
  prisma: PrismaClient,
  actor: Actor,
  userId: string,
  now: Date,
): Promise<number> {
  return revocation(prisma, async (tx) => {
    await markExpired(tx, { clientId: userId }, now)
    const revoked = await tx.$queryRaw<{ id: string; keyId: string; firmId: string }[]>`
      UPDATE grants g
         SET state = 'revoked', revoked_by = 'operator', revoked_at = ${now}
        FROM api_keys k
       WHERE k.id = g.key_id AND g.client_id = ${userId} AND g.state = 'active'
         AND g.id IN (SELECT e.subject FROM audit_events e
                       WHERE e.client_id = ${userId} AND e.actor = ${userId}
                         AND e.action IN ('grant.created', 'grant.updated'))
      RETURNING g.id, g.key_id AS "keyId", k.firm_id AS "firmId"`
    const entries = revoked.map(({ id, keyId, firmId }) => ({
      action: 'grant.revoked' as const,
      subject: id,
      firmId,
      clientId: userId,
      details: { key_id: keyId, cause: 'person.locked' },
    }))
    await recordEvents(tx, actor, entries)
    return revoked.length
  })
}

interface RevocationOfOne extends Revocation {
  readonly actor: Actor
  readonly by: GrantRevoker
  readonly now: Date
  readonly withGrant: WithGrant | undefined
  readonly asksDeletion?: boolean
}

async function revoke(
  tx: Transaction,
  { actor, grantId, by: revokedBy, now, withGrant, asksDeletion = false }: RevocationOfOne,
): Promise<Grant> {
  const { grant, key } = await lockGrant(tx, grantId)
  if (asksDeletion) requireAskable(grant, now)
  if (grant.state === 'revoked') return grant
  const deletionRequestedAt = asksDeletion ? now : null
  const data = { state: 'revoked' as const, revokedBy, revokedAt: now, deletionRequestedAt }
  const revoked = await writeGrant(tx, grant, data)
  await recordEvent(tx, {
    actor,
    action: revokedBy === 'firm' ? 'grant.returned' : 'grant.revoked',
    subject: grantId,
    firmId: key.firmId,
    clientId: grant.clientId,
    details: { key_id: grant.keyId, ...(asksDeletion && { deletion_requested: true }) },
  })
  await withGrant?.(tx, revoked)
  return revoked
}

// The firm learns of a request for deletion together with the end of the grant. A grant that has ended has no further
// end.
function requireAskable(grant: Grant, now: Date): void {
  if (grant.deletionRequestedAt !== null || grantStateAt(grant, now) === 'active') return
  throw new GatewayError(
    'state_conflict',
    'This grant has ended. Deletion is requested only together with the end of a grant.',
  )
}
