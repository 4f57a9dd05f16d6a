import { parseScopes, requireWithin } from '../../access/scopes.ts'
import type { Transaction } from '../../database/change.ts'
import type { Grant } from '../../generated/prisma/client.ts'
import { type Action, act } from '../audit/audit.writes.ts'
import {
  ACTIVE_EXISTS,
  type ChangedGrant,
  type GrantChange,
  giveGrant,
  type NewGrant,
  updateGrant,
} from '../grants/grant.writes.ts'
import { lockKey, type WithGrant, writeGrant } from '../grants/row-locks.ts'
import { lockLink, recordAnswer } from '../links/connection-link.writes.ts'
import { ownChange, recordConsent, type ShownConsent } from './consent.writes.ts'
import {
  askedChange,
  keyOfLink,
  OFFERED,
  offeredScopes,
  readRequest,
  requireApprovable,
} from './consent-request.reads.ts'

interface Approval extends Omit<NewGrant, 'keyId'> {
  readonly linkId: string
  readonly shown: ShownConsent
}

/**
 * Gives the grant that a connection link asks for, and stores the consent. The link is read under a lock: one that has
 * ended gives no grant. `withGrant` runs in the transaction. Throws the errors of `requireApprovable` and `giveGrant`,
 * and `terms_changed`.
 */
export async function approveLink(
  by: Action,
  { linkId, clientId, shown, ...chosen }: Approval,
  withGrant?: WithGrant,
): Promise<Grant> {
  const keyId = await keyOfLink(by.prisma, linkId)
  return act(
    by,
    async (tx, now) => {
      const key = await lockKey(tx, keyId)
      const request = await lockRequest(tx, linkId, clientId, now)
      requireApprovable(request)
      const scopes = requireWithin(parseScopes(chosen.scopes), request.scopes, 'the link asks for')
      const { purpose, reference } = request
      const given = { ...chosen, key, clientId, scopes, reference }
      const grant = await giveGrant(tx, by.actor, given, now)
      const asked = { key, purpose, reference, answers: { linkId } }
      await recordConsent(tx, grant, asked, shown, now)
      await recordAnswer(tx, request, clientId, 'approved', now)
      await withGrant?.(tx, grant)
      return grant
    },
    ACTIVE_EXISTS,
  )
}

async function lockRequest(tx: Transaction, linkId: string, clientId: string, now: Date) {
  await lockLink(tx, linkId)
  return readRequest(tx, linkId, clientId, now)
}

interface AgreedChange extends Omit<GrantChange, 'answersLink' | 'writesSame'> {
  /** The connection link that the change answers. Null: the client changes the grant by themself. */
  readonly linkId: string | null
  readonly shown: ShownConsent
}

/**
 * Changes the terms of a grant for its client, and stores the consent and the answer to the link. `withGrant` runs in
 * the transaction of a change. Throws the errors of `updateGrant` and `requireApprovable`, `invalid_parameter` for
 * scopes that the grant has not and the link does not ask for, and `terms_changed` if the client was shown other terms.
 */
export async function changeGrant(
  by: Action,
  { shown, linkId, ...terms }: AgreedChange,
  withGrant?: WithGrant,
): Promise<Grant> {
  const change = { ...terms, answersLink: linkId !== null, writesSame: isOffRecord }
  return updateGrant(by, change, async (tx, changed, now) => {
    const asked =
      linkId === null ? await ownChange(tx, changed.before) : await answer(tx, linkId, changed, now)
    await recordConsent(tx, changed.after, { key: changed.key, ...asked }, shown, now)
    await withGrant?.(tx, changed.after)
  })
}

// An operator gave the access. Its client agrees to the terms as they are.
async function isOffRecord(tx: Transaction, { clientId, id: grantId }: Grant): Promise<boolean> {
  return (await tx.consent.count({ where: { clientId, grantId } })) === 0
}

// The grant gets the reference of the link: the client agrees to it.
async function answer(tx: Transaction, linkId: string, { before, after }: ChangedGrant, now: Date) {
  const request = await lockRequest(tx, linkId, before.clientId, now)
  requireApprovable(request, before)
  requireWithin(after.scopes, offeredScopes(request, before), OFFERED)
  const asked = askedChange(request, before)
  await writeGrant(tx, after, { reference: asked.reference })
  await recordAnswer(tx, request, before.clientId, 'approved', now)
  return asked
}
