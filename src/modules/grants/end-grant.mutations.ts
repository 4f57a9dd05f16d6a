import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { addDeletionMails } from './deletion-mail.ts'
import { PartnerGrantType } from './grant.type.ts'
import { actOnGrant, firmAdmin, requireOwnGrant } from './grant-parties.ts'
import { returnGrant, revokeGrant } from './grant-revocation.writes.ts'
import { receiptWriter } from './notice.writes.ts'
import type { WithGrant } from './row-locks.ts'

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
      actOnGrant(grantId, requireOwnGrant, context, info, (actor) => {
        const { prisma } = context.database
        const end = { grantId, requestDeletion: requestDeletion ?? false }
        return revokeGrant(prisma, actor, end, context.request.now, mailsOfEnd(context))
      }),
  }),
  returnGrant: t.field({
    type: PartnerGrantType,
    authScopes: { person: true },
    description:
      "Gives back a grant of one of the firm's keys: it is revoked permanently, and the key can no longer read that portfolio. For admins of the firm; no plan is needed. Idempotent: repeating it returns the same result.",
    args: { grantId: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: (_root, { grantId }, context, info) =>
      actOnGrant(grantId, requireReturnable, context, info, (actor) => {
        const { prisma } = context.database
        return returnGrant(prisma, actor, { grantId }, context.request.now, receiptWriter(context))
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
