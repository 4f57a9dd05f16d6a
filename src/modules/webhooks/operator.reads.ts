import type { PrismaClient } from '../../generated/prisma/client.ts'
import { notFound, requireIdShape } from '../../values/ids.ts'

const OPERATED = {
  id: true,
  keyId: true,
  url: true,
  state: true,
  pausedBy: true,
  failingSince: true,
  behindSince: true,
  tries: true,
} as const

/**
 * Every webhook endpoint, or those of one firm, oldest first. Of an address only the host: the rest may be a secret of
 * the receiver. Throws `record_not_found`.
 */
export async function listEndpoints(prisma: PrismaClient, firmId: string | undefined) {
  const rows = await prisma.webhookEndpoint.findMany({
    where: firmId === undefined ? {} : { keyId: { in: await keysOf(prisma, firmId) } },
    select: OPERATED,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ url, ...row }) => ({ ...row, host: new URL(url).host }))
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
