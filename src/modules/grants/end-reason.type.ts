import { builder } from '../../schema/builder.ts'
import { enumValues } from '../../schema/enum-values.ts'
import type { EndReason } from './end-reason.ts'

export const EndReasonType = builder.enumType('EndReason', {
  description: 'Why a grant ended.',
  values: enumValues({
    revoked_by_client: 'The client revoked it.',
    given_back_by_firm: 'An admin of the firm gave it back.',
    expired: 'Its expiry was reached.',
    key_revoked: 'Its key was revoked.',
    ended_by_operator:
      'An operator of this gateway revoked it. Also if an early release did not record who revoked it.',
    account_erased: 'The data of the client was erased.',
  } satisfies Record<EndReason, string>),
})
