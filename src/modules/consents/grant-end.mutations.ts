import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { ScopeType } from '../../schema/enums.ts'
import { beginAction } from '../audit/acting-person.ts'
import { findPartnerGrant, PartnerGrantType } from '../grants/grant.type.ts'
import { confirmGrant } from '../grants/grant-confirmation.writes.ts'
import { returnGrant, revokeGrant } from '../grants/grant-revocation.writes.ts'
import { narrowGrant } from '../grants/narrow-grant.writes.ts'
import type { WithGrant } from '../grants/row-locks.ts'
import { addDeletionMails } from '../notices/deletion-mail.ts'
import { requireManagedGrant } from './managed-grant.ts'
import { receiptWriter, requireOwnGrant } from './own-grant.ts'

const CHANGES_A_MINUTE = 30

const GrantNarrowingInput = builder.inputType('GrantNarrowing', {
  description: 'What a firm gives up of a grant. One of withoutScopes and expiresAt is required.',
  fields: (t) => ({
    grantId: t.id({ description: 'The grant to narrow.', required: true }),
    version: t.int({
      required: true,
      description: 'The version that was read; state_conflict if the grant has changed since.',
    }),
    withoutScopes: t.field({
      type: [ScopeType],
      description:
        'The scopes that the grant loses: any but registry, which is part of each grant.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'The new end: in the future, and not after the present end.',
    }),
  }),
})

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
    resolve: async (_root, { grantId, requestDeletion }, context, info) => {
      const { actor } = await beginAction(context, info, CHANGES_A_MINUTE)
      await requireOwnGrant(grantId, context)
      const { prisma } = context.database
      const revocation = { grantId, requestDeletion: requestDeletion ?? false }
      await revokeGrant(prisma, actor, revocation, context.request.now, mailsOfEnd(context))
      return findPartnerGrant(grantId, context)
    },
  }),
  confirmGrant: t.field({
    type: PartnerGrantType,
    // A confirmation neither grants nor extends access, so it needs no recent check.
    skipTypeScopes: true,
    authScopes: { person: true },
    description:
      "Keeps one of the caller's own grants that has no end: they are asked again in a year. Its terms and its version stay.",
    args: { grantId: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: async (_root, { grantId }, context, info) => {
      const { actor } = await beginAction(context, info, CHANGES_A_MINUTE)
      await requireOwnGrant(grantId, context)
      await confirmGrant(context.database.prisma, actor, grantId, context.request.now)
      return findPartnerGrant(grantId, context)
    },
  }),
  narrowGrant: t.field({
    type: PartnerGrantType,
    authScopes: { person: true },
    description:
      "Narrows a grant of one of the firm's keys: fewer scopes, an earlier end, or both. Only the client widens or extends a grant. The client is told by mail. For admins of the firm; no plan is needed.",
    args: {
      input: t.arg({
        description: 'What the firm gives up.',
        type: GrantNarrowingInput,
        required: true,
      }),
    },
    resolve: async (_root, { input }, context, info) => {
      const { actor } = await beginAction(context, info, CHANGES_A_MINUTE)
      const { grantId, version, withoutScopes, expiresAt } = input
      const grant = await requireManagedGrant(
        grantId,
        context,
        'Only an admin of the firm narrows its grants.',
      )
      const { prisma } = context.database
      const given = {
        version,
        withoutScopes: withoutScopes ?? [],
        expiresAt: expiresAt ?? undefined,
      }
      const { now } = context.request
      await narrowGrant(prisma, actor, grant, given, now, receiptWriter(context))
      return findPartnerGrant(grantId, context)
    },
  }),
  returnGrant: t.field({
    type: PartnerGrantType,
    authScopes: { person: true },
    description:
      "Gives back a grant of one of the firm's keys: it is revoked permanently, and the key can no longer read that portfolio. For admins of the firm; no plan is needed. Idempotent: repeating it returns the same result.",
    args: { grantId: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: async (_root, { grantId }, context, info) => {
      const { actor } = await beginAction(context, info, CHANGES_A_MINUTE)
      await requireManagedGrant(
        grantId,
        context,
        'Only an admin of the firm gives back its grants.',
      )
      const { prisma } = context.database
      await returnGrant(prisma, actor, { grantId }, context.request.now, receiptWriter(context))
      return findPartnerGrant(grantId, context)
    },
  }),
}))

// The receipt for the client, and what the firm is told of a request for deletion.
function mailsOfEnd(context: Context): WithGrant | undefined {
  const addReceipt = receiptWriter(context)
  if (!addReceipt) return undefined
  return async (tx, grant) => {
    await addReceipt(tx, grant)
    if (grant.deletionRequestedAt) await addDeletionMails(tx, grant, context.request.now)
  }
}
