import { parseScopes, requireWithin } from '../../access/scopes.ts'
import { invalidParameter } from '../../errors.ts'
import { builder, type Context, inputArg } from '../../schema/builder.ts'
import { ScopeType } from '../../schema/enums.ts'
import { requireFutureExpiry } from '../../values/instant.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { FirmIdentityType, showIdentity } from '../firms/firm-identity.type.ts'
import { GrantFilterInput, parseFilter } from '../grants/grant-filter.type.ts'
import { requireOwnGrant } from '../grants/grant-parties.ts'
import { storeFilter } from '../grants/grant-terms.ts'
import { type ConsentDraft, draftConsent, ownChange } from './consent.writes.ts'
import { askedChange, offeredScopes, openLink, requireApprovable } from './consent-request.reads.ts'

const SENTENCES_A_MINUTE = 120

const ConsentTermsType = builder.objectRef<ConsentDraft>('ConsentTerms').implement({
  description: 'The terms that a client would agree to, to be shown before they do.',
  fields: (t) => ({
    id: t.exposeID('digest', { description: 'The digest.' }),
    sentence: t.exposeString('sentence', {
      description:
        'The sentence of the agreement, with the reader, the data, the purpose and the end: a first line, then lines of a label and a text. It is stored as it is.',
    }),
    firmIdentity: t.field({
      type: FirmIdentityType,
      nullable: true,
      description:
        'The identity of the firm, as staff have verified it. It is stored with the consent. Null: it is not verified.',
      resolve: ({ digest, firmIdentity }) => showIdentity(digest, firmIdentity),
    }),
    language: t.exposeString('language', { description: 'The language of the sentence, BCP 47.' }),
    digest: t.exposeString('digest', {
      description:
        'To send as termsDigest. It covers the client, the request, the identity of the firm and the terms.',
    }),
  }),
})

const ConsentTermsInput = builder.inputType('ConsentTermsInput', {
  description: 'Terms that a client would agree to.',
  fields: (t) => ({
    link: t.string({ description: 'The connection link.' }),
    grantId: t.id({ description: 'The grant to change; with a link, as that asks for.' }),
    scopes: t.field({
      type: [ScopeType],
      required: true,
      description: 'The scopes that the grant would have; registry is added.',
    }),
    filter: t.field({ description: 'The assets shown.', type: GrantFilterInput, required: true }),
    expiresAt: t.field({ description: 'Its end. Absent: none.', type: 'DateTime' }),
    timeZone: t.string({
      description:
        'The time zone of the end in the sentence, such as Europe/Lisbon. UTC by default.',
    }),
  }),
})

builder.queryField('consentTerms', (t) =>
  t.field({
    type: ConsentTermsType,
    description:
      "The sentence of these terms over the caller's own portfolio, for a link or for a change of a grant.",
    args: inputArg(t.arg, ConsentTermsInput, 'The terms.'),
    resolve: async (_root, { input }, context, info) => {
      await context.fieldLimits.use(context, info, SENTENCES_A_MINUTE)
      const { prisma } = context.database
      const { allowed, before, ...subject } = await findSubject(input, context)
      const filter = await storeFilter(prisma, subject.clientId, parseFilter(input.filter), before)
      const scopes = requireWithin(parseScopes(input.scopes), allowed, 'can be given')
      const expiresAt = requireFutureExpiry(input.expiresAt, context.request.now)
      const terms = { scopes: [...scopes], ...filter, expiresAt }
      return draftConsent(prisma, { ...subject, terms }, input.timeZone)
    },
  }),
)

async function findSubject(
  { link, grantId }: typeof ConsentTermsInput.$inferInput,
  context: Context,
) {
  if (grantId != null) return subjectOfGrant(grantId, link, context)
  if (link != null) return { ...(await subjectOfLink(link, context)), before: undefined }
  throw invalidParameter('consentTerms takes link, grantId or both.')
}

async function subjectOfLink(link: string, context: Context) {
  const clientId = requirePerson(context).userId
  const request = await openLink(link, clientId, context)
  requireApprovable(request)
  const { id, key, purpose, reference, scopes } = request
  const asked = { purpose, reference, answers: { linkId: id } }
  return { clientId, key: { ...key, firmId: key.firm.id }, ...asked, allowed: scopes }
}

async function subjectOfGrant(grantId: string, link: string | null | undefined, context: Context) {
  const grant = await requireOwnGrant(grantId, context)
  const { clientId, key } = grant
  const before = { filterType: grant.assetFilter, filterValues: grant.filterValues }
  const of = { clientId, key: { ...key, firmId: key.firm.id }, before }
  if (link != null) {
    const request = await openLink(link, clientId, context)
    requireApprovable(request, grant)
    return { ...of, ...askedChange(request, grant), allowed: offeredScopes(request, grant) }
  }
  return { ...of, ...(await ownChange(context.database.prisma, grant)), allowed: key.scopes }
}
