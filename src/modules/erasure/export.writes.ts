import type { PrismaClient } from '../../generated/prisma/client.ts'
import { notFound, requireIdShape } from '../../values/ids.ts'
import { OPERATOR, recordEvent } from '../audit/audit.writes.ts'
import { type Reasoned, recordedReason } from '../people/locked-out.ts'

/** Records that an operator exports the data of a client, before it leaves. Throws `record_not_found`. */
export async function recordExport(
  prisma: PrismaClient,
  clientId: string,
  reasoned: Reasoned,
): Promise<void> {
  requireIdShape('user', clientId)
  if ((await prisma.portfolio.count({ where: { clientId } })) === 0) throw notFound('client')
  const details = recordedReason(reasoned)
  const event = { action: 'client.exported', subject: clientId, clientId, details } as const
  await recordEvent(prisma, { actor: OPERATOR, ...event })
}
