import { grantStateAt } from '../../access/liveness.ts'
import { stateConflict } from '../../errors.ts'
import type { Grant } from '../../generated/prisma/client.ts'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { type Action, act, recordEvent } from '../audit/audit.writes.ts'
import { addDeletionMails } from './deletion-mail.ts'
import { PartnerGrantType } from './grant.type.ts'
import { actOnGrant, firmAdmin, requireOwnGrant } from './grant-parties.ts'
import { returnGrant, revokeGrant } from './grant-revocation.writes.ts'
import { receiptWriter } from './notice.writes.ts'
import { lockGrant, type WithGrant, writeGrant } from './row-locks.ts'

const requireReturnable = firmAdmin('Only an admin of the firm gives back its grants.')

builder.mutationFields((t) => ({
  revokeGrant: t.field({
    type: PartnerGrantType,
    authScopes: { person: true },
    description:
      "Revokes one of the caller's own grants permanently. Idempotent: repeating it returns the same result.",
    args: {
      grantId: t.arg.id({ description: 'The id of the grant.', required: true }),
      requestDeletion: t.arg.boolean({
        description:
          'Whether the firm is asked to delete what it has read. False by default. It is asked only with the end of a grant that has not ended yet; otherwise the error is state_conflict.',
      }),
    },
    resolve: (_root, { grantId, requestDeletion }, context, info) =>
      actOnGrant(grantId, requireOwnGrant, context, info, (by) => {
        const end = { grantId, requestDeletion: requestDeletion ?? false }
        return revokeGrant(by, end, mailsOfEnd(context))
      }),
  }),
  returnGrant: t.field({
    type: PartnerGrantType,
    authScopes: { person: true },
    description:
      "Gives back a grant of one of the firm's keys: it is revoked permanently, and the key can no longer read that portfolio. For admins of the firm; no plan is needed. Idempotent: repeating it returns the same result.",
    args: { grantId: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: (_root, { grantId }, context, info) =>
      actOnGrant(grantId, requireReturnable, context, info, (by) => {
        return returnGrant(by, { grantId }, receiptWriter(context))
      }),
  }),
}))

// The receipt for the client, and the mails to the firm about a request for deletion.
function mailsOfEnd(context: Context): WithGrant | undefined {
  const addReceipt = receiptWriter(context)
  return (
    addReceipt &&
    (async (tx, grant) => {
      await addReceipt(tx, grant)
      if (grant.deletionRequestedAt) await addDeletionMails(tx, grant, context.request.now)
    })
  )
}

builder.mutationField('confirmGrant', (t) =>
  t.field({
    type: PartnerGrantType,
    // A confirmation neither grants nor extends access, so it needs no recent check.
    skipTypeScopes: true,
    authScopes: { person: true },
    description:
      "Keeps one of the caller's own grants that has no end: they are asked again in a year. Its terms and its version stay.",
    args: { grantId: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: (_root, { grantId }, context, info) =>
      actOnGrant(grantId, requireOwnGrant, context, info, (by) => confirmGrant(by, grantId)),
  }),
)

// Throws `record_not_found`, and `state_conflict` for a grant that has ended or has an end.
async function confirmGrant(by: Action, grantId: string): Promise<Grant> {
  return act(by, async (tx, now) => {
    const { grant, key } = await lockGrant(tx, grantId)
    if (grantStateAt(grant, now) !== 'active') throw stateConflict('This grant has ended.')
    if (grant.expiresAt !== null)
      throw stateConflict('This grant has an end; change the end to keep it for longer.')
    const confirmed = await writeGrant(tx, grant, { confirmedAt: now })
    await recordEvent(tx, by.actor, {
      action: 'grant.confirmed',
      subject: grantId,
      firmId: key.firmId,
      clientId: grant.clientId,
      details: { key_id: grant.keyId },
    })
    return confirmed
  })
}
