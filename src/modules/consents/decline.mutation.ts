import { createHash } from 'node:crypto'
import { change, type Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { builder } from '../../schema/builder.ts'
import { beginAction } from '../audit/acting-person.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { recordAnswer } from '../links/connection-link.writes.ts'
import { type OpenedRequest, openLink, requireApprovable } from './consent-request.reads.ts'

const ANSWERS_A_MINUTE = 30

builder.mutationFields((t) => ({
  declineConnection: t.boolean({
    // A decline neither grants nor revokes access, so it needs no recent check.
    skipTypeScopes: true,
    authScopes: { person: true },
    description:
      'Declines a connection link, which the firm sees in its history. A grant that the client has stays as it is. Idempotent: repeating it returns the same result.',
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

// Idempotent: if the actor's idempotency key was used before, nothing is recorded.
async function declineLink(
  prisma: PrismaClient,
  actor: Actor,
  request: OpenedRequest,
  clientId: string,
  now: Date,
): Promise<void> {
  const decline = async (tx: Transaction) => {
    await recordAnswer(tx, request, clientId, 'declined', now)
    await recordEvent(tx, {
      actor,
      action: 'link.declined',
      subject: request.keyId,
      firmId: request.key.firm.id,
      clientId,
      details: { scopes: request.scopes, purpose: request.purpose },
    })
  }
  await change(prisma, decline).catch(ignoreRepeated)
}

function ignoreRepeated(thrown: unknown): void {
  if (!(thrown instanceof GatewayError && thrown.code === 'state_conflict')) throw thrown
}
