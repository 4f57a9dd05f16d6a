import { newestFirst, type RowList } from '../../database/ordered.reads.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { notFound, requireFound, requireIdShape } from '../../values/ids.ts'
import type { Reader } from '../audit/acting-person.ts'
import { visibleFirms } from '../firms/firm.reads.ts'

// Never the secrets.
const SHOWN = {
  id: true,
  keyId: true,
  url: true,
  previousUntil: true,
  state: true,
  pausedBy: true,
  pausedAt: true,
  nextTryAt: true,
  failingSince: true,
  behindSince: true,
  createdBy: true,
  createdAt: true,
} satisfies Prisma.WebhookEndpointSelect

export type ShownEndpoint = Prisma.WebhookEndpointGetPayload<{ select: typeof SHOWN }>

export const ATTEMPTS_OF_ENDPOINT: RowList = {
  from: 'webhook_attempts r',
  parent: 'r.endpoint_id',
  order: newestFirst('r.at'),
  conditions: () => [],
}

/** The webhook endpoints of keys that the caller sees, oldest first. */
export function readEndpoints(
  prisma: PrismaClient,
  keyIds: readonly string[],
): Promise<ShownEndpoint[]> {
  return prisma.webhookEndpoint.findMany({
    where: { keyId: { in: [...keyIds] } },
    select: SHOWN,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** A webhook endpoint of a firm that the person sees. Throws `record_not_found` for any other. */
export async function requireEndpoint(
  { prisma, person }: Reader,
  id: string,
  called = 'webhook endpoint',
): Promise<ShownEndpoint> {
  requireIdShape('endpoint', id, called)
  const endpoint = await prisma.webhookEndpoint.findUnique({ where: { id }, select: SHOWN })
  const where = { id: endpoint?.keyId ?? '', firm: visibleFirms(person) }
  if (!endpoint || (await prisma.apiKey.count({ where })) === 0) throw notFound(called)
  return endpoint
}

/** An attempt of such an endpoint, with its key. Throws `record_not_found` for any other. */
export async function requireAttempt(reader: Reader, id: string) {
  const called = 'webhook attempt'
  requireIdShape('attempt', id, called)
  const found = await reader.prisma.webhookAttempt.findUnique({ where: { id } })
  const attempt = requireFound(found, called)
  const { keyId } = await requireEndpoint(reader, attempt.endpointId, called)
  return { attempt, keyId }
}

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

/** Every webhook endpoint, or those of a firm, oldest first. Throws `record_not_found`. */
export async function listEndpoints(prisma: PrismaClient, firmId: string | undefined) {
  const rows = await prisma.webhookEndpoint.findMany({
    where: firmId === undefined ? {} : { keyId: { in: await keysOf(prisma, firmId) } },
    select: OPERATED,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  // Only the host of an address: the rest may be a secret of the receiver.
  return rows.map(({ url, ...row }) => ({ ...row, host: new URL(url).host }))
}

async function keysOf(prisma: PrismaClient, firmId: string): Promise<string[]> {
  requireIdShape('firm', firmId)
  const firm = await prisma.firm.findUnique({
    where: { id: firmId },
    select: { apiKeys: { select: { id: true } } },
  })
  return requireFound(firm, 'firm').apiKeys.map(({ id }) => id)
}
