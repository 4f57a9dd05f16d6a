import { change, type Transaction } from '../../database/change.ts'
import type { PrismaClient, WebhookEndpoint } from '../../generated/prisma/client.ts'
import { LEASE_MS } from './webhook-rules.ts'

/** An endpoint to which this process alone delivers until the end of the lease. */
export interface ClaimedEndpoint extends WebhookEndpoint {
  readonly leasedUntil: Date
  readonly claimedAt: Date
}

/**
 * Claims an endpoint if a try is due. The lease is stored first, so that another process continues after it if this one
 * ends. Null: no try is due, or another process delivers to it.
 */
export function claimEndpoint(
  prisma: PrismaClient,
  id: string,
  now: Date,
): Promise<ClaimedEndpoint | null> {
  return change(prisma, async (tx) => {
    if (!(await lockDue(tx, id, now))) return null
    const leasedUntil = new Date(now.getTime() + LEASE_MS)
    await tx.webhookEndpoint.updateMany({ where: { id }, data: { leasedUntil } })
    const endpoint = await tx.webhookEndpoint.findUniqueOrThrow({ where: { id } })
    return { ...endpoint, leasedUntil, claimedAt: now }
  })
}

// Processes that look at the same time do not wait for each other.
async function lockDue(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT 1 FROM webhook_endpoints
     WHERE id = ${id} AND state = 'active' AND next_try_at <= ${now}
       AND (leased_until IS NULL OR leased_until <= ${now})
     FOR NO KEY UPDATE SKIP LOCKED`
  return rows.length > 0
}
