import { lifeStateAt } from '../../access/liveness.ts'
import type { Transaction } from '../../database/change.ts'
import { stateConflict } from '../../errors.ts'
import type { ApiKey, Grant, GrantRevoker } from '../../generated/prisma/client.ts'
import {
  type Action,
  type Actor,
  actUnhindered,
  recordEvent,
  recordEvents,
} from '../audit/audit.writes.ts'
import { eventOfGrant, lockGrant, markExpired, type WithGrant, writeGrant } from './row-locks.ts'

/**
 * Revokes a grant permanently, for its client or an operator. Idempotent: a repeated call records no event. `withGrant`
 * runs in the transaction of a revocation. Only a client asks the firm to delete what it has read. Throws
 * `record_not_found`, and `state_conflict` for a request for deletion about a grant that had ended before.
 */
export function revokeGrant(
  by: Action,
  { grantId, requestDeletion = false }: { grantId: string; requestDeletion?: boolean },
  withGrant?: WithGrant,
): Promise<Grant> {
  const revokedBy = by.actor.kind === 'operator' ? 'operator' : 'client'
  const asksDeletion = revokedBy === 'client' && requestDeletion
  return endGrant(by, grantId, { revokedBy, asksDeletion }, withGrant)
}

/** Revokes a grant permanently, for the firm. No plan is needed. Otherwise it works like `revokeGrant`. */
export function returnGrant(
  by: Action,
  { grantId }: { readonly grantId: string },
  withGrant?: WithGrant,
): Promise<Grant> {
  return endGrant(by, grantId, { revokedBy: 'firm', asksDeletion: false }, withGrant)
}

async function endGrant(
  by: Action,
  grantId: string,
  { revokedBy, asksDeletion }: { revokedBy: GrantRevoker; asksDeletion: boolean },
  withGrant?: WithGrant,
): Promise<Grant> {
  return actUnhindered(by, async (tx, now) => {
    const { grant, key } = await lockGrant(tx, grantId)
    if (asksDeletion) requireAskable(grant, now)
    if (grant.state === 'revoked') return grant
    const deletionRequestedAt = asksDeletion ? now : null
    const data = { state: 'revoked' as const, revokedBy, revokedAt: now, deletionRequestedAt }
    const revoked = await writeGrant(tx, grant, data)
    const details = asksDeletion ? { deletion_requested: true } : {}
    const action = revokedBy === 'firm' ? 'grant.returned' : 'grant.revoked'
    await recordEvent(tx, by.actor, { action, ...eventOfGrant(grant, key, details) })
    await withGrant?.(tx, revoked)
    return revoked
  })
}

// The firm is told of a request for deletion only together with the end of the grant. A grant ends once.
function requireAskable(grant: Grant, now: Date): void {
  if (grant.deletionRequestedAt !== null || lifeStateAt(grant, now) === 'active') return
  throw stateConflict(
    'This grant has ended. Deletion is requested only together with the end of a grant.',
  )
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
  const grants = revoked.map((grant) => ({ ...grant, keyId: key.id, firmId: key.firmId }))
  await recordRevocations(tx, actor, grants, 'key.revoked')
}

/** Revokes the active grants that a client created or changed by themself, and returns their number. */
export async function revokeGrantsGivenBy(by: Action, userId: string): Promise<number> {
  return actUnhindered(by, async (tx, now) => {
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
    const grants = revoked.map((grant) => ({ ...grant, clientId: userId }))
    await recordRevocations(tx, by.actor, grants, 'person.locked')
    return revoked.length
  })
}

export type RevokedGrant = Pick<Grant, 'id' | 'clientId' | 'keyId'> & Pick<ApiKey, 'firmId'>

/** Records the revocation of grants that followed from the cause. */
export function recordRevocations(
  tx: Transaction,
  actor: Actor,
  grants: readonly RevokedGrant[],
  cause: string,
): Promise<void> {
  const action = 'grant.revoked' as const
  const entries = grants.map((grant) => ({ action, ...eventOfGrant(grant, grant, { cause }) }))
  return recordEvents(tx, actor, entries)
}
