import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { beginAction, requirePerson } from '../audit/acting-person.ts'
import { isAdminOf } from '../firms/firm-admin.ts'
import { requireGrant } from '../grants/grant.reads.ts'
import { findPartnerGrant, PartnerGrantType } from '../grants/grant.type.ts'
import { confirmGrant } from '../grants/grant-confirmation.writes.ts'
import { returnGrant, revokeGrant } from '../grants/grant-revocation.writes.ts'
import { receiptWriter, requireOwnGrant } from './own-grant.ts'

const CHANGES_A_MINUTE = 30

builder.mutationFields((t) => ({
  revokeGrant: t.field({
    type: PartnerGrantType,
    authScopes: { person: true },
    description:
      "Revokes one of the caller's own grants permanently. Idempotent: repeating it returns the same result.",
    args: { grantId: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: async (_root, { grantId }, context, info) => {
      const { actor } = await beginAction(context, info, CHANGES_A_MINUTE)
      await requireOwnGrant(grantId, context)
      const { prisma } = context.database
      await revokeGrant(prisma, actor, { grantId }, context.request.now, receiptWriter(context))
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
  returnGrant: t.field({
    type: PartnerGrantType,
    authScopes: { person: true },
    description:
      "Gives back a grant of one of the firm's keys: it is revoked permanently, and the key can no longer read that portfolio. For admins of the firm; no plan is needed. Idempotent: repeating it returns the same result.",
    args: { grantId: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: async (_root, { grantId }, context, info) => {
      const { actor } = await beginAction(context, info, CHANGES_A_MINUTE)
      await requireManagedGrant(grantId, context)
      const { prisma } = context.database
      await returnGrant(prisma, actor, { grantId }, context.request.now, receiptWriter(context))
      return findPartnerGrant(grantId, context)
    },
  }),
}))

// `requireGrant` also accepts the client, who is not an admin of the firm.
async function requireManagedGrant(id: string, context: Context): Promise<void> {
  const person = requirePerson(context)
  const grant = await requireGrant(context.database.prisma, person, id, context.request.now)
  if (await isAdminOf(context.database.prisma, person, grant.key.firm.id)) return
  throw new GatewayError('caller_not_allowed', 'Only an admin of the firm gives back its grants.')
}
