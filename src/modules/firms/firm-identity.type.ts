import { builder } from '../../schema/builder.ts'
import type { FirmIdentity } from './firm-identity.ts'

/** An identity as it is shown, with the id of the record that it belongs to. */
interface ShownIdentity extends FirmIdentity {
  readonly of: string
}

export const FirmIdentityType = builder.objectRef<ShownIdentity>('FirmIdentity').implement({
  description: 'The identity of a firm, as staff have verified it.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the identity and what it belongs to together.',
      resolve: ({ of }) => `${of}:identity`,
    }),
    website: t.exposeString('website', { description: 'An https address.' }),
    registration: t.exposeString('registration', { description: 'The register, with the number.' }),
    contact: t.exposeString('contact', { description: 'An email address or a phone number.' }),
    verifiedOn: t.expose('verifiedOn', { description: 'When staff verified it.', type: 'Date' }),
  }),
})

/** An identity for the schema. Null: the firm is not verified. */
export function showIdentity(of: string, identity: FirmIdentity | null): ShownIdentity | null {
  return identity && { ...identity, of }
}
