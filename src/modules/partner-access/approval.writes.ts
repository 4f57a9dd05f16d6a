import type { AssetFilter } from '../../access/asset-filter.ts'
import { parseScopes } from '../../access/scopes.ts'
import { change } from '../../database/change.ts'
import type { Grant, PrismaClient } from '../../generated/prisma/client.ts'
import type { Actor } from '../audit/audit.writes.ts'
import { requireWithin } from './connection-link.ts'
import { lockLink, recordAnswer } from './connection-link.writes.ts'
import { requireApprovable } from './connection-problem.ts'
import { recordConsent, type ShownConsent } from './consent.writes.ts'
import { readRequest } from './consent-request.reads.ts'
import { ACTIVE_EXISTS, giveGrant } from './grant.writes.ts'
import { lockKey } from './row-locks.ts'

export interface Approval {
  readonly linkId: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly filter: AssetFilter
  readonly expiresAt?: Date | null | undefined
  readonly shown: ShownConsent
}

/**
 * Gives the grant that a connection link asks for, and stores what the client agreed to. The link is
 * read under a lock: one that has ended by now gives nothing. Throws the reason, or `terms_changed`,
 * or what `giveGrant` throws.
 */
export async function approveLink(
  prisma: PrismaClient,
  actor: Actor,
  { linkId, clientId, shown, ...chosen }: Approval,
  now: Date,
): Promise<Grant> {
  const { keyId } = await readRequest(prisma, linkId, clientId, now)
  return change(
    prisma,
    async (tx) => {
      const key = await lockKey(tx, keyId)
      await lockLink(tx, linkId)
      const request = await readRequest(tx, linkId, clientId, now)
      requireApprovable(request)
      const scopes = requireWithin(parseScopes(chosen.scopes), request.scopes, 'the link asks for')
      const grant = await giveGrant(tx, actor, { ...chosen, keyId, clientId, scopes }, now)
      const { purpose } = request
      const subject = { clientId, key, terms: grant, purpose, answers: { linkId } }
      await recordConsent(tx, subject, { grantId: grant.id, version: grant.version }, shown, now)
      await recordAnswer(tx, request, clientId, 'approved', now)
      return grant
    },
    ACTIVE_EXISTS,
  )
}
