import { GatewayError } from '../../errors.ts'
import { builder, derivedId } from '../../schema/builder.ts'
import { beginAction } from '../audit/acting-person.ts'
import { type Firm, FirmType, firmOf } from './firm.type.ts'
import type { FirmIdentity } from './firm-identity.ts'
import { setFirmIdentity } from './firm-identity.writes.ts'

// The id is that of the record that the identity belongs to.
interface ShownIdentity extends FirmIdentity {
  readonly id: string
}

export const FirmIdentityType = builder.objectRef<ShownIdentity>('FirmIdentity').implement({
  description: 'The identity of a firm, as staff have verified it.',
  fields: (t) => ({
    id: derivedId(t, 'identity', 'Identifies the identity and what it belongs to together.'),
    website: t.exposeString('website', { description: 'An https address.' }),
    registration: t.exposeString('registration', { description: 'The register, with the number.' }),
    contact: t.exposeString('contact', { description: 'An email address or a phone number.' }),
    verifiedOn: t.expose('verifiedOn', { description: 'When staff verified it.', type: 'Date' }),
  }),
})

/** An identity for the schema. Null: the firm is not verified. */
export function showIdentity(id: string, identity: FirmIdentity | null): ShownIdentity | null {
  return identity && { ...identity, id }
}

const CHANGES_A_MINUTE = 30

const NewFirmIdentityInput = builder.inputType('NewFirmIdentity', {
  description: 'The identity of a firm.',
  fields: (t) => ({
    website: t.string({
      description: 'An https address of at most 200 characters, without credentials.',
      required: true,
    }),
    registration: t.string({
      description: 'The register and the number in it; 1 to 200 characters.',
      required: true,
    }),
    contact: t.string({
      description: 'An email address or a phone number; 1 to 200 characters.',
      required: true,
    }),
    verifiedOn: t.field({
      description: 'The day on which all of it was verified. Not in the future.',
      type: 'Date',
      required: true,
    }),
  }),
})

builder.mutationField('setFirmIdentity', (t) =>
  t.field({
    type: FirmType,
    authScopes: { staff: true },
    description:
      'Sets who a firm is, as staff have verified it, or removes it. Clients read it before they approve a connection link. For staff alone; idempotent.',
    args: {
      firmId: t.arg.id({ description: 'The firm.', required: true }),
      identity: t.arg({
        description: 'The identity. Null: the firm is not verified.',
        type: NewFirmIdentityInput,
      }),
    },
    resolve: async (_root, { firmId, identity }, context, info): Promise<Firm> => {
      const by = await beginAction(context, info, CHANGES_A_MINUTE)
      // Nothing is removed because a program forgot the argument.
      if (identity === undefined)
        throw new GatewayError('missing_parameter', 'setFirmIdentity needs identity, or null.')
      return firmOf(await setFirmIdentity(by, { firmId, identity }))
    },
  }),
)
