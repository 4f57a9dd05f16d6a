import { createAssetFilter } from '../../access/asset-filter.ts'
import { parseScopes } from '../../access/scopes.ts'
import { GatewayError } from '../../errors.ts'
import type { Grant } from '../../generated/prisma/client.ts'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { AssetFilterType, ScopeType } from '../../schema/enums.ts'
import { beginAction, requirePerson } from '../audit/acting-person.ts'
import { approveLink } from './approval.writes.ts'
import { readLink, requireWithin } from './connection-link.ts'
import type { ShownConsent } from './consent.writes.ts'
import { isAdminOf } from './firm-admin.ts'
import { type GrantDetails, requireGrant } from './grant.reads.ts'
import { findPartnerGrant, PartnerGrantType } from './grant.type.ts'
import { updateGrant } from './grant.writes.ts'
import { confirmGrant } from './grant-confirmation.writes.ts'
import { returnGrant, revokeGrant } from './grant-revocation.writes.ts'
import { sendReceipt } from './send-notice.ts'

const CHANGES_A_MINUTE = 30

export const GrantFilterInput = builder.inputType('GrantFilterInput', {
  description: 'Which assets a grant shows.',
  fields: (t) => ({
    type: t.field({ description: 'What the values name.', type: AssetFilterType, required: true }),
    values: t.stringList({ description: 'What each type takes is said beside it.' }),
  }),
})

const TIME_ZONE = 'As in consentTerms. UTC by default.'
const TERMS_DIGEST =
  'The digest of consentTerms for the whole terms that result; terms_changed if they are not the ones that were shown.'

const NewPartnerGrantInput = builder.inputType('NewPartnerGrant', {
  description: 'A grant to give.',
  fields: (t) => ({
    link: t.string({ description: 'The last part of the path of the link.', required: true }),
    scopes: t.field({
      type: [ScopeType],
      required: true,
      description: 'At most those of the link; registry is added.',
    }),
    filter: t.field({
      description: 'Which assets it shows.',
      type: GrantFilterInput,
      required: true,
    }),
    expiresAt: t.field({ description: 'In the future. Absent: no expiry.', type: 'DateTime' }),
    timeZone: t.string({ description: TIME_ZONE }),
    termsDigest: t.string({ required: true, description: TERMS_DIGEST }),
  }),
})

const PartnerGrantChangeInput = builder.inputType('PartnerGrantChange', {
  description: 'Omitted members stay unchanged.',
  fields: (t) => ({
    grantId: t.id({ description: 'The grant to change.', required: true }),
    version: t.int({
      required: true,
      description: 'The version that was read; state_conflict if the grant has changed since.',
    }),
    scopes: t.field({ type: [ScopeType], description: 'At most those of the key.' }),
    filter: t.field({ description: 'Which assets it shows from now on.', type: GrantFilterInput }),
    expiresAt: t.field({ description: 'In the future.', type: 'DateTime' }),
    clearExpiry: t.boolean({ description: 'True: no expiry.' }),
    timeZone: t.string({ description: TIME_ZONE }),
    termsDigest: t.string({ required: true, description: TERMS_DIGEST }),
  }),
})

builder.mutationFields((t) => ({
  createGrant: t.field({
    type: PartnerGrantType,
    authScopes: { person: true },
    description:
      "Approves a connection link, over the caller's own portfolio, with the terms that consentTerms showed.",
    args: {
      input: t.arg({
        description: 'The grant to give.',
        type: NewPartnerGrantInput,
        required: true,
      }),
    },
    resolve: async (_root, { input }, context, info) => {
      const { person, actor } = await beginAction(context, info, CHANGES_A_MINUTE)
      const approval = {
        linkId: readLink(input.link, context.deriveSecret('connection-links')),
        clientId: person.userId,
        scopes: input.scopes,
        filter: parseFilter(input.filter),
        expiresAt: input.expiresAt,
        shown: shownConsent(input),
      }
      const { prisma } = context.database
      const grant = await approveLink(prisma, actor, approval, context.request.now)
      mailReceipt(grant, context)
      return findPartnerGrant(grant.id, context)
    },
  }),
  updateGrant: t.field({
    type: PartnerGrantType,
    authScopes: { person: true },
    description: "Changes one of the caller's own grants.",
    args: {
      input: t.arg({
        description: 'What to change.',
        type: PartnerGrantChangeInput,
        required: true,
      }),
    },
    resolve: async (_root, { input }, context, info) => {
      const { actor } = await beginAction(context, info, CHANGES_A_MINUTE)
      const { grantId, version, scopes, filter } = input
      const grant = await requireOwnGrant(grantId, context)
      const terms = {
        grantId,
        version,
        expiresAt: changedExpiry(input),
        shown: shownConsent(input),
        ...(scopes && {
          scopes: requireWithin(parseScopes(scopes), grant.key.scopes, 'the key has'),
        }),
        ...(filter && { filter: parseFilter(filter) }),
      }
      const { prisma } = context.database
      mailReceipt(await updateGrant(prisma, actor, terms, context.request.now), context)
      return findPartnerGrant(grantId, context)
    },
  }),
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
      mailReceipt(await revokeGrant(prisma, actor, { grantId }, context.request.now), context)
      return findPartnerGrant(grantId, context)
    },
  }),
  confirmGrant: t.field({
    type: PartnerGrantType,
    // It neither grants nor extends access, so it needs no recent check.
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
      mailReceipt(await returnGrant(prisma, actor, { grantId }, context.request.now), context)
      return findPartnerGrant(grantId, context)
    },
  }),
}))

// After the commit, and without making the response wait.
function mailReceipt(grant: Grant, context: Context): void {
  const { mailer, database, request, inBackground } = context
  if (mailer) inBackground(() => sendReceipt({ database, mailer }, grant, request.now))
}

/** In which the end is told unless the page names another time zone. */
export const DEFAULT_TIME_ZONE = 'UTC'

function shownConsent(input: {
  readonly termsDigest: string
  readonly timeZone?: string | null | undefined
}): ShownConsent {
  return { timeZone: input.timeZone ?? DEFAULT_TIME_ZONE, digest: input.termsDigest }
}

/** The filter in the schema's input. Throws `invalid_parameter`. */
export function parseFilter(input: typeof GrantFilterInput.$inferInput) {
  return createAssetFilter(input.type, input.values ?? [])
}

/**
 * A grant that the caller gave. Throws `record_not_found` for one that they do not see, and
 * `caller_not_allowed` for one that they may only see.
 */
export async function requireOwnGrant(id: string, context: Context): Promise<GrantDetails> {
  const person = requirePerson(context)
  const grant = await requireGrant(context.database.prisma, person, id, context.request.now)
  if (grant.clientId === person.userId) return grant
  throw new GatewayError('caller_not_allowed', 'Only the client who gave a grant changes it.')
}

// The client sees the grant as well, and is not an admin of the firm.
async function requireManagedGrant(id: string, context: Context): Promise<void> {
  const person = requirePerson(context)
  const grant = await requireGrant(context.database.prisma, person, id, context.request.now)
  if (await isAdminOf(context.database.prisma, person, grant.key.firm.id)) return
  throw new GatewayError('caller_not_allowed', 'Only an admin of the firm gives back its grants.')
}

// Undefined: unchanged; null: no expiry.
function changedExpiry({ expiresAt, clearExpiry }: typeof PartnerGrantChangeInput.$inferInput) {
  if (!clearExpiry) return expiresAt ?? undefined
  if (expiresAt == null) return null
  throw new GatewayError('invalid_parameter', 'expiresAt and clearExpiry do not go together.')
}
