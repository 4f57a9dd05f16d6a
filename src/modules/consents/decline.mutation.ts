import { createHash } from 'node:crypto'
import { change } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { beginAction } from '../audit/acting-person.ts'
import { recordEvent } from '../audit/audit.writes.ts'
import { recordAnswer } from '../links/connection-link.writes.ts'
import { requireApprovable } from './connection-problem.ts'
import { openLink } from './consent-request.reads.ts'

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
      const { person, actor } = await beginAction(context, info, ANSWERS_A_MINUTE, {
        idempotencyKey: idempotencyKeyFor(link),
      })
      const request = await openLink(link, person.userId, context)
      requireApprovable(request)
      const decline = () =>
        change(context.database.prisma, async (tx) => {
          await recordAnswer(tx, request, person.userId, 'declined', context.request.now)
          await recordEvent(tx, {
            actor,
            action: 'link.declined',
            subject: request.keyId,
            firmId: request.key.firm.id,
            clientId: person.userId,
            details: { scopes: request.scopes, purpose: request.purpose },
          })
        })
      await decline().catch(ignoreRepeated)
      return true
    },
  }),
}))

// A link is declined once, even if the button is pressed several times.
function idempotencyKeyFor(link: string): string {
  return createHash('sha256').update(`decline ${link}`).digest('base64url')
}

function ignoreRepeated(thrown: unknown): void {
  if (!(thrown instanceof GatewayError && thrown.code === 'state_conflict')) throw thrown
}
