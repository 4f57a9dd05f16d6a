import { grantStateAt } from '../../access/liveness.ts'
import { change } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { Grant, PrismaClient } from '../../generated/prisma/client.ts'
import { builder } from '../../schema/builder.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { PartnerGrantType } from './grant.type.ts'
import { actOnGrant, requireOwnGrant } from './grant-parties.ts'
import { lockGrant, writeGrant } from './row-locks.ts'

builder.mutationField('confirmGrant', (t) =>
  t.field({
    type: PartnerGrantType,
    // A confirmation neither grants nor extends access, so it needs no recent check.
    skipTypeScopes: true,
    authScopes: { person: true },
    description:
      "Keeps one of the caller's own grants that has no end: they are asked again in a year. Its terms and its version stay.",
    args: { grantId: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: (_root, { grantId }, context, info) =>
      actOnGrant(grantId, requireOwnGrant, context, info, (actor) =>
        confirmGrant(context.database.prisma, actor, grantId, context.request.now),
      ),
  }),
)

// Throws `record_not_found`, and `state_conflict` for a grant that has ended or has an end.
function confirmGrant(
  prisma: PrismaClient,
  actor: Actor,
  grantId: string,
  now: Date,
): Promise<Grant> {
  return change(prisma, async (tx) => {
    const { grant, key } = await lockGrant(tx, grantId)
    if (grantStateAt(grant, now) !== 'active') throw conflict('This grant has ended.')
    if (grant.expiresAt !== null)
      throw conflict('This grant has an end; change the end to keep it for longer.')
    const confirmed = await writeGrant(tx, grant, { confirmedAt: now })
    await recordEvent(tx, {
      actor,
      action: 'grant.confirmed',
      subject: grantId,
      firmId: key.firmId,
      clientId: grant.clientId,
      details: { key_id: grant.keyId },
    })
    return confirmed
  })
}

function conflict(message: string): GatewayError {
  return new GatewayError('state_conflict', message)
}
