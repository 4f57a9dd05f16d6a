import type { PrismaClient, WebhookEndpoint } from '../../generated/prisma/client.ts'
import { notFound, requireIdShape } from '../../values/ids.ts'

/** A webhook endpoint as operators see it. Of its address only the host: the rest may be a secret of the receiver. */
export interface OperatedEndpoint {
  readonly id: string
  readonly key_id: string
  readonly host: string
  readonly state: WebhookEndpoint['state']
  readonly paused_by: WebhookEndpoint['pausedBy']
  readonly failing_since: Date | null
  readonly behind_since: Date | null
  readonly tries: number
}

/** Every webhook endpoint, or those of one firm, oldest first. Throws `record_not_found`. */
export async function listEndpoints(
  prisma: PrismaClient,
  firmId: string | undefined,
): Promise<OperatedEndpoint[]> {
  const rows = await prisma.webhookEndpoint.findMany({
    where: firmId === undefined ? {} : { keyId: { in: await keysOf(prisma, firmId) } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map((row) => ({
    id: row.id,
    key_id: row.keyId,
    host: new URL(row.url).host,
    state: row.state,
    paused_by: row.pausedBy,
    failing_since: row.failingSince,
    behind_since: row.behindSince,
    tries: row.tries,
  }))
}

async function keysOf(prisma: PrismaClient, firmId: string): Promise<string[]> {
  requireIdShape('firm', firmId)
  const firm = await prisma.firm.findUnique({
    where: { id: firmId },
    select: { apiKeys: { select: { id: true } } },
  })
  if (!firm) throw notFound('firm')
  return firm.apiKeys.map(({ id }) => id)
}
