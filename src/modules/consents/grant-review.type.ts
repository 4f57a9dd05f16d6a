import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { type PartnerGrant, PartnerGrantType, seesClientSide } from '../grants/grant.type.ts'
import { reviewDueAt } from '../notices/due-notice.ts'
import { loadConsents } from './consent.type.ts'

const NEWEST = { limit: 1, before: null }

builder.objectField(PartnerGrantType, 'reviewDueAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'From when on the client is asked whether a grant without an end is still in use: a year after they agreed to it or kept it. Null for another grant, and for the firm.',
    resolve: findReview,
  }),
)

async function findReview(grant: PartnerGrant, _args: object, context: Context) {
  const { row } = grant
  if (row.expiresAt !== null || !seesClientSide(requirePerson(context), grant)) return null
  const [newest] = await loadConsents(grant, NEWEST, context)
  return reviewDueAt({ ...row, keyState: row.key.state, consentedAt: newest?.at ?? null })
}
