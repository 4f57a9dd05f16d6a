import { builder } from '../../schema/builder.ts'
import { enumValues } from '../../schema/enum-values.ts'
import { PartnerGrantType, REVOKERS } from './grant.type.ts'
import { type EndCause, endOfGrant } from './grant-end.ts'

const EndCauseType = builder.enumType('GrantEndCause', {
  description: 'What ended the access under a grant.',
  values: enumValues({
    ...REVOKERS,
    expiry: 'Its expiry was reached.',
    key_revoked: 'Its key was revoked.',
    key_expired: 'The expiry of its key was reached.',
  } satisfies Record<EndCause, string>),
})

builder.objectFields(PartnerGrantType, (t) => ({
  endedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'The instant from which its key could not read under it: the first of its revocation, its expiry and the end of the key. Null while it can.',
    resolve: ({ row }) => endOfGrant(row)?.at ?? null,
  }),
  endCause: t.field({
    type: EndCauseType,
    nullable: true,
    description: 'What ended it at that instant. Null while its key can read.',
    resolve: ({ row }) => endOfGrant(row)?.cause ?? null,
  }),
}))
