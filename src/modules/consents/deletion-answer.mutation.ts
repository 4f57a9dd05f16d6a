import { builder } from '../../schema/builder.ts'
import { beginAction } from '../audit/acting-person.ts'
import { DeletionAnswerType } from '../grants/deletion-answer.type.ts'
import { answerDeletion } from '../grants/deletion-answer.writes.ts'
import { findPartnerGrant, PartnerGrantType } from '../grants/grant.type.ts'
import { requireManagedGrant } from './managed-grant.ts'

const CHANGES_A_MINUTE = 30

builder.mutationField('answerDeletion', (t) =>
  t.field({
    type: PartnerGrantType,
    authScopes: { person: true },
    description:
      'Answers the request of a client to delete what was read under a grant, once. For admins of the firm; no plan is needed. Idempotent: repeating the same answer returns the same result.',
    args: {
      grantId: t.arg.id({ description: 'The id of the grant.', required: true }),
      answer: t.arg({ description: 'The answer.', type: DeletionAnswerType, required: true }),
      note: t.arg.string({
        description: 'For the client, such as which law: 1 to 500 characters.',
      }),
    },
    resolve: async (_root, { grantId, ...given }, context, info) => {
      const { actor } = await beginAction(context, info, CHANGES_A_MINUTE)
      await requireManagedGrant(grantId, context, 'Only an admin of the firm answers for it.')
      const { prisma } = context.database
      await answerDeletion(prisma, actor, { grantId, ...given }, context.request.now)
      return findPartnerGrant(grantId, context)
    },
  }),
)
