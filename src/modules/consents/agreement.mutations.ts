import { liveWhere } from '../../access/liveness.ts'
import { parseScopes, requireWithin } from '../../access/scopes.ts'
import { invalidParameter, stateConflict } from '../../errors.ts'
import { builder, inputArg } from '../../schema/builder.ts'
import { ScopeType } from '../../schema/enums.ts'
import { beginAction } from '../audit/acting-person.ts'
import { type Action, act, recordEvent } from '../audit/audit.writes.ts'
import { findPartnerGrant, PartnerGrantType } from '../grants/grant.type.ts'
import { GrantFilterInput, parseFilter } from '../grants/grant-filter.type.ts'
import { actOnGrant, requireOwnGrant } from '../grants/grant-parties.ts'
import { receiptWriter } from '../grants/notice.writes.ts'
import { lockKey } from '../grants/row-locks.ts'
import { recordAnswer } from '../links/connection-link.writes.ts'
import { approveLink, changeGrant } from './agreement.writes.ts'
import {
  linkIdOf,
  type OpenedRequest,
  openLink,
  requireApprovable,
} from './consent-request.reads.ts'

const ANSWERS_A_MINUTE = 30

const TIME_ZONE = 'As in consentTerms. UTC by default.'
const TERMS_DIGEST =
  'The digest of consentTerms for the resulting terms as a whole. The error is terms_changed if these are not the terms that were shown.'

const NewPartnerGrantInput = builder.inputType('NewPartnerGrant', {
  description: 'A grant to give.',
  fields: (t) => ({
    link: t.string({ description: 'The last part of the path of the link.', required: true }),
    scopes: t.field({
      type: [ScopeType],
      required: true,
      description: 'At most those of the link; registry is added.',
    }),
    filter: t.field({ description: 'The assets shown.', type: GrantFilterInput, required: true }),
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
    link: t.string({
      description:
        'The connection link that the change answers: the last part of its path. The change is then its approval, and raises the version also with equal terms.',
    }),
    scopes: t.field({
      type: [ScopeType],
      description: 'At most those of the key; with a link, those of the grant and of the link.',
    }),
    filter: t.field({ description: 'Which assets it shows from now on.', type: GrantFilterInput }),
    expiresAt: t.field({ description: 'In the future.', type: 'DateTime' }),
    clearExpiry: t.boolean({ description: 'True: no expiry.' }),
    timeZone: t.string({ description: TIME_ZONE }),
    termsDigest: t.string({ required: true, description: TERMS_DIGEST }),
  }),
})

// Undefined: unchanged; null: no expiry.
function changedExpiry({ expiresAt, clearExpiry }: typeof PartnerGrantChangeInput.$inferInput) {
  if (!clearExpiry) return expiresAt ?? undefined
  if (expiresAt == null) return null
  throw invalidParameter('Send expiresAt or clearExpiry, not both.')
}

builder.mutationFields((t) => ({
  createGrant: t.field({
    type: PartnerGrantType,
    description:
      "Approves a connection link, over the caller's own portfolio, with the terms that consentTerms showed.",
    args: inputArg(t.arg, NewPartnerGrantInput, 'The grant to give.'),
    resolve: async (_root, { input }, context, info) => {
      const by = await beginAction(context, info, ANSWERS_A_MINUTE)
      const approval = {
        linkId: linkIdOf(input.link, context),
        clientId: by.person.userId,
        scopes: input.scopes,
        filter: parseFilter(input.filter),
        expiresAt: input.expiresAt,
        shown: input,
      }
      const grant = await approveLink(by, approval, receiptWriter(context))
      return findPartnerGrant(grant.id, context)
    },
  }),
  updateGrant: t.field({
    type: PartnerGrantType,
    description:
      "Changes one of the caller's own grants, by themself or as a connection link of its key asks.",
    args: inputArg(t.arg, PartnerGrantChangeInput, 'The members to change.'),
    resolve: (_root, { input }, context, info) =>
      actOnGrant(input.grantId, requireOwnGrant, context, info, (by, { key }) => {
        const { grantId, version, link, scopes, filter } = input
        const terms = {
          grantId,
          version,
          linkId: link == null ? null : linkIdOf(link, context),
          expiresAt: changedExpiry(input),
          shown: input,
          ...(scopes && { scopes: requireWithin(parseScopes(scopes), key.scopes, 'the key has') }),
          ...(filter && { filter: parseFilter(filter) }),
        }
        return changeGrant(by, terms, receiptWriter(context))
      }),
  }),
  declineConnection: t.boolean({
    // A decline neither grants nor revokes access, so it needs no recent check.
    skipTypeScopes: true,
    authScopes: { person: true },
    description:
      'Declines a connection link, which the firm sees in its history. A grant that the client has stays as it is. Idempotent: repeating it returns the same result. state_conflict if the client has approved this link and the grant is active.',
    args: {
      link: t.arg.string({ description: 'The last part of the path of the link.', required: true }),
    },
    resolve: async (_root, { link }, context, info) => {
      const by = await beginAction(context, info, ANSWERS_A_MINUTE)
      const request = await openLink(link, by.person.userId, context)
      requireApprovable(request)
      await declineLink(by, request, by.person.userId)
      return true
    },
  }),
}))

// A second decline records nothing. Answers to a key's links take turns: no active grant has a declined link.
async function declineLink(by: Action, request: OpenedRequest, clientId: string): Promise<void> {
  await act(by, async (tx, now) => {
    const { id: linkId, keyId } = request
    await lockKey(tx, keyId)
    const approvals = { linkId, clientId, answer: 'approved' as const }
    const grants = { clientId, keyId, ...liveWhere(now) }
    if (
      (await tx.linkVisit.count({ where: approvals })) &&
      (await tx.grant.count({ where: grants }))
    )
      throw stateConflict(
        'This link was approved, and the grant is active. Revoke the grant instead.',
      )
    if (!(await recordAnswer(tx, request, clientId, 'declined', now))) return
    await recordEvent(tx, by.actor, {
      action: 'link.declined',
      subject: keyId,
      firmId: request.key.firm.id,
      clientId,
      details: { scopes: request.scopes, purpose: request.purpose },
    })
  })
}
