import { change, type Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { recordAnswer } from '../links/connection-link.writes.ts'
import type { OpenedRequest } from './consent-request.reads.ts'

/**
 * Records that a client declines a connection link. Idempotent: if the actor's idempotency key was used before, nothing
 * is recorded.
 */
export async function declineLink(
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
