import type { ApiKey, PrismaClient, WebhookEndpoint } from '../../generated/prisma/client.ts'
import { mayTrySql } from './due.reads.ts'
import { LEASE_MS } from './webhook-rules.ts'

/** An endpoint to which this process alone delivers until the end of the lease. */
export interface ClaimedEndpoint extends WebhookEndpoint {
  readonly leasedUntil: Date
  readonly claimedAt: Date
  readonly key: ApiKey
}

const CLAIM = `UPDATE webhook_endpoints SET leased_until = $3::timestamptz WHERE id IN (
  SELECT e.id FROM webhook_endpoints e WHERE e.id = ANY ($1::text[]) AND ${mayTrySql('$2::timestamptz')}
     FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING id`

/**
 * Claims the endpoints to which a try is due, without waiting. The lease is stored first, so that another process
 * continues after it if this one ends. Null: no try is due, or another process delivers to it.
 */
export async function claimEndpoints(
  prisma: PrismaClient,
  ids: readonly string[],
  now: Date,
): Promise<(ClaimedEndpoint | null)[]> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const claimed = await prisma.$queryRawUnsafe<{ id: string }[]>(CLAIM, [...ids], now, leasedUntil)
  if (claimed.length === 0) return ids.map(() => null)
  const endpoints = await prisma.webhookEndpoint.findMany({
    where: { id: { in: claimed.map(({ id }) => id) } },
  })
  const keys = await prisma.apiKey.findMany({
    where: { id: { in: endpoints.map(({ keyId }) => keyId) } },
  })
  return ids.map((id) => {
    const endpoint = endpoints.find((each) => each.id === id)
    const key = keys.find((each) => each.id === endpoint?.keyId)
    return endpoint && key ? { ...endpoint, leasedUntil, claimedAt: now, key } : null
  })
}
