import { createHash } from 'node:crypto'
import { builder } from '../../schema/builder.ts'
import { beginAction } from '../audit/acting-person.ts'
import { requireApprovable } from './connection-problem.ts'
import { openLink } from './consent-request.reads.ts'
import { declineLink } from './decline.writes.ts'

const ANSWERS_A_MINUTE = 30

builder.mutationFields((t) => ({
  declineConnection: t.boolean({
    // A decline neither grants nor revokes access, so it needs no recent check.
    skipTypeScopes: true,
    authScopes: { person: true },
    description:
      'Declines a connection link, which the firm sees in its history. Idempotent: repeating it returns the same result.',
    args: {
      link: t.arg.string({ description: 'The last part of the path of the link.', required: true }),
    },
    resolve: async (_root, { link }, context, info) => {
      const once = { idempotencyKey: idempotencyKeyFor(link) }
      const { person, actor } = await beginAction(context, info, ANSWERS_A_MINUTE, once)
      const request = await openLink(link, person.userId, context)
      requireApprovable(request)
      const { prisma } = context.database
      await declineLink(prisma, actor, request, person.userId, context.request.now)
      return true
    },
  }),
}))

// A link is declined once, even if the button is pressed several times.
function idempotencyKeyFor(link: string): string {
  return createHash('sha256').update(`decline ${link}`).digest('base64url')
}
