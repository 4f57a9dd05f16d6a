import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { beginAction } from '../audit/acting-person.ts'
import { type Firm, FirmType, firmOf } from './firm.type.ts'
import { setFirmIdentity } from './firm-identity.writes.ts'

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
      const { id, name } = await setFirmIdentity(by, { firmId, identity })
      return firmOf({ id, name })
    },
  }),
)
