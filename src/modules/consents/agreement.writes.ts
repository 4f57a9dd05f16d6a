import type { AssetFilter } from '../../access/asset-filter.ts'
import { parseScopes, requireWithin } from '../../access/scopes.ts'
import { change, type Transaction } from '../../database/change.ts'
import type { Grant, PrismaClient } from '../../generated/prisma/client.ts'
import type { Actor } from '../audit/audit.writes.ts'
import {
  ACTIVE_EXISTS,
  type ChangedGrant,
  type GrantChange,
  giveGrant,
  updateGrant,
} from '../grants/grant.writes.ts'
import { lockKey, type WithGrant } from '../grants/row-locks.ts'
import { lockLink, recordAnswer } from '../links/connection-link.writes.ts'
import { readPurpose, recordConsent, type ShownConsent } from './consent.writes.ts'
import { keyOfLink, readRequest, requireApprovable } from './consent-request.reads.ts'

interface Approval {
  readonly linkId: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly filter: AssetFilter
  readonly expiresAt?: Date | null | undefined
  readonly shown: ShownConsent
}

/**
 * Gives the grant that a connection link asks for, and stores the consent. The link is read under a lock, so that a
 * link that has ended gives no grant. `withGrant` runs in the transaction. Throws the error of `requireApprovable`,
 * `terms_changed`, or the errors of `giveGrant`.
 */
export async function approveLink(
  prisma: PrismaClient,
  actor: Actor,
  { linkId, clientId, shown, ...chosen }: Approval,
  now: Date,
  withGrant?: WithGrant,
): Promise<Grant> {
  const keyId = await keyOfLink(prisma, linkId)
  return change(
    prisma,
    async (tx) => {
      const key = await lockKey(tx, keyId)
      await lockLink(tx, linkId)
      const request = await readRequest(tx, linkId, clientId, now)
      requireApprovable(request)
      const scopes = requireWithin(parseScopes(chosen.scopes), request.scopes, 'the link asks for')
      const { purpose, reference } = request
      const given = { ...chosen, key, clientId, scopes, reference }
      const grant = await giveGrant(tx, actor, given, now)
      const subject = { clientId, key, terms: grant, purpose, reference, answers: { linkId } }
      await recordConsent(tx, subject, { grantId: grant.id, version: grant.version }, shown, now)
      await recordAnswer(tx, request, clientId, 'approved', now)
      await withGrant?.(tx, grant)
      return grant
    },
    ACTIVE_EXISTS,
  )
}

interface AgreedChange extends GrantChange {
  readonly shown: ShownConsent
}

/**
 * Changes the terms of a grant for its client, and stores the consent. `withGrant` runs in the transaction of a change.
 * Throws the errors of `updateGrant`, and `terms_changed` if the client was shown other terms.
 */
export function changeGrant(
  prisma: PrismaClient,
  actor: Actor,
  { shown, ...terms }: AgreedChange,
  now: Date,
  withGrant?: WithGrant,
): Promise<Grant> {
  return updateGrant(prisma, actor, terms, now, async (tx, changed) => {
    await recordChange(tx, changed, shown, now)
    await withGrant?.(tx, changed.after)
  })
}

async function recordChange(
  tx: Transaction,
  { key, before, after }: ChangedGrant,
  shown: ShownConsent,
  now: Date,
): Promise<void> {
  const { clientId, id: grantId, version, reference } = after
  const purpose = await readPurpose(tx, { clientId, grantId })
  const answers = { grantId, version: before.version }
  const subject = { clientId, key, terms: after, purpose, reference, answers }
  await recordConsent(tx, subject, { grantId, version }, shown, now)
}
