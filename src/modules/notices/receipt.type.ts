import { builder, type Context, instant, instantOrNull } from '../../schema/builder.ts'
import { AssetFilterType, enumType, ScopeType } from '../../schema/enums.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { FirmIdentityType, showIdentity } from '../firms/firm-identity.type.ts'
import { GrantRevokerType } from '../grants/end-reason.type.ts'
import { type PartnerGrant, PartnerGrantType, seesClientSide } from '../grants/grant.type.ts'
import type { Terms } from '../grants/grant-terms.ts'
import { findReceipt, parseReceiptId, type Receipt } from './receipt.ts'

/** A receipt for one caller. */
interface ShownReceipt extends Receipt {
  readonly isClientSide: boolean
}

const ReceiptEventType = enumType('ReceiptEvent', 'The event that a receipt is for.', {
  approved: 'The client approved a connection link.',
  changed: 'The client changed the terms.',
  expired: 'The end of the terms was reached.',
  revoked: 'The grant was revoked or given back.',
})

const ReceiptTermsType = builder
  .objectRef<Terms & { readonly id: string }>('ReceiptTerms')
  .implement({
    description: 'The terms that a receipt is about.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Identifies the receipt and its terms together.' }),
      scopes: t.expose('scopes', { description: 'The scopes that were given.', type: [ScopeType] }),
      filterType: t.expose('filterType', {
        description: 'The kind of the values of the asset filter.',
        type: AssetFilterType,
      }),
      filterValues: t.exposeStringList('filterValues', {
        description: 'Slugs of categories, registry ids, or the id of a collection.',
      }),
      expiresAt: instantOrNull(t, 'expiresAt', 'The end that was agreed to. Null: none.'),
    }),
  })

const ReceiptType = builder.objectRef<ShownReceipt>('Receipt').implement({
  description:
    'A record of one agreement to a grant, or of its end. It has the data of the consents.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the grant and the receipt together.',
      resolve: ({ grant, id }) => `${grant.id}:${id}`,
    }),
    event: t.expose('event', { description: 'The event that it is for.', type: ReceiptEventType }),
    at: instant(t, 'at', 'The instant of the event.'),
    version: t.exposeInt('version', { description: 'The version of the grant.' }),
    endedBy: t.expose('endedBy', {
      description:
        'The one who revoked the grant. Null for another event, and where it is not recorded.',
      type: GrantRevokerType,
      nullable: true,
    }),
    clientName: t.exposeString('clientName', { description: 'The client.' }),
    firmName: t.exposeString('firmName', { description: 'The firm of the key.' }),
    keyName: t.exposeString('keyName', { description: 'The key.' }),
    firmIdentity: t.field({
      type: FirmIdentityType,
      nullable: true,
      description:
        'The identity of the firm at the agreement, as staff had verified it. Null: it was not verified, or that is not recorded.',
      resolve: ({ grant, id, firmIdentity }) => showIdentity(`${grant.id}:${id}`, firmIdentity),
    }),
    namesRecorded: t.exposeBoolean('namesRecorded', {
      description: 'Whether the three names are those of the agreement. False: those of today.',
    }),
    sentence: t.string({
      nullable: true,
      description: 'The agreement of the client, as in consents. Null where none is recorded.',
      resolve: ({ consent, isClientSide }) =>
        (isClientSide ? consent?.sentence : consent?.firmSentence) ?? null,
    }),
    language: t.string({
      nullable: true,
      description: 'The language of the sentence, BCP 47.',
      resolve: ({ consent }) => consent?.language ?? null,
    }),
    purpose: t.string({
      nullable: true,
      description: 'As the firm stated it. Null where none is recorded.',
      resolve: ({ consent }) => consent?.purpose ?? null,
    }),
    reference: t.string({
      nullable: true,
      description: "The firm's own id of the client. Null if the firm gave none.",
      resolve: ({ grant }) => grant.reference,
    }),
    linkId: t.id({
      nullable: true,
      description: 'The connection link that was answered.',
      resolve: ({ consent }) => consent?.linkId ?? null,
    }),
    consentId: t.id({
      nullable: true,
      description: 'The id of the consent. Null where none is recorded.',
      resolve: ({ grant, version, consent }) => consent && `${grant.id}:${version}`,
    }),
    digest: t.string({
      nullable: true,
      description:
        'A digest of all that was agreed to. Null for the firm: it covers the name of a collection.',
      resolve: ({ consent, isClientSide }) => (isClientSide ? (consent?.digest ?? null) : null),
    }),
    terms: t.field({
      type: ReceiptTermsType,
      nullable: true,
      description: 'The terms of the version. Null where only the sentence has them.',
      resolve: ({ terms, grant, id }) => terms && { ...terms, id: `${grant.id}:${id}:terms` },
    }),
  }),
})

builder.objectField(PartnerGrantType, 'receipt', (t) =>
  t.field({
    type: ReceiptType,
    nullable: true,
    description: 'A receipt. Null if there is none of that name.',
    args: {
      name: t.arg.string({
        required: true,
        description:
          'The version that was agreed to, such as 2; 2-expired or 2-revoked for the end of that version.',
      }),
    },
    resolve: showReceipt,
  }),
)

async function showReceipt(
  grant: PartnerGrant,
  { name: text }: { readonly name: string },
  context: Context,
): Promise<ShownReceipt | null> {
  const name = parseReceiptId(text)
  // A sandbox client has not agreed to anything.
  if (name === null || grant.client.sandboxFirmId !== null) return null
  const { prisma } = context.database
  const receipt = await findReceipt(prisma, grant, name, context.request.now)
  return receipt && { ...receipt, isClientSide: seesClientSide(requirePerson(context), grant) }
}
