import { builder } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import { type EndCause, type EndReason, endOfAccess, revokerOf } from './end-reason.ts'
import { PartnerGrantType } from './grant.type.ts'

export const EndReasonType = enumType('EndReason', 'Why a grant ended.', {
  revoked_by_client: 'The client revoked it.',
  given_back_by_firm: 'An admin of the firm gave it back.',
  expired: 'Its expiry was reached.',
  key_revoked: 'Its key was revoked.',
  ended_by_operator:
    'An operator of this gateway revoked it. Also if an early release did not record who revoked it.',
  account_erased: 'The data of the client was erased.',
} satisfies Record<EndReason, string>)

const REVOKERS = {
  client: 'The client revoked it.',
  firm: 'The firm gave it back.',
  operator: 'An operator of this gateway revoked it, or an early release did not record who did.',
} as const

export const GrantRevokerType = enumType('GrantRevoker', 'The one who ended a grant.', {
  ...REVOKERS,
  key: 'It ended when its key was revoked.',
})

const EndCauseType = enumType('GrantEndCause', 'The cause that ended the access under a grant.', {
  ...REVOKERS,
  expiry: 'Its expiry was reached.',
  key_revoked: 'Its key was revoked.',
  key_expired: 'The expiry of its key was reached.',
} satisfies Record<EndCause, string>)

builder.objectFields(PartnerGrantType, (t) => ({
  revokedBy: t.field({
    type: GrantRevokerType,
    nullable: true,
    description: 'Null if it is not revoked.',
    resolve: ({ revokedAt, revokedBy }) => revokedAt && revokerOf(revokedBy),
  }),
  endedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'The instant from which its key could not read under it: the first of its revocation, its expiry and the end of the key. Null while it can.',
    resolve: (grant) => endOfAccess(grant)?.at ?? null,
  }),
  endCause: t.field({
    type: EndCauseType,
    nullable: true,
    description: 'The cause that ended it at that instant. Null while its key can read.',
    resolve: (grant) => endOfAccess(grant)?.cause ?? null,
  }),
}))
