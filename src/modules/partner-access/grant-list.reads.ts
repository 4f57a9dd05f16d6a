import { grantStateAt } from '../../access/liveness.ts'
import { notFound, requireIdShape } from '../../database/change.ts'
import type { Grant, PrismaClient } from '../../generated/prisma/client.ts'

/** A grant in the interface's own words; its state is what it is at `now`. */
export function describeGrant(grant: Grant, now: Date) {
  const { filterType, filterValues, ...rest } = grant
  return { ...rest, assetFilter: filterType, filterValues, state: grantStateAt(grant, now) }
}

/** Every grant that a client ever gave, oldest first. Throws `record_not_found`. */
export async function listGrants(prisma: PrismaClient, clientId: string): Promise<Grant[]> {
  requireIdShape('user', clientId, 'client')
  const portfolio = await prisma.portfolio.findUnique({
    where: { clientId },
    select: { grants: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } },
  })
  if (!portfolio) throw notFound('client')
  return portfolio.grants
}
