import type { ServiceScope } from '../../access/caller.ts'
import { tokenStateAt, unexpiredWhere } from '../../access/liveness.ts'
import type { PrismaClient, ServiceScope as StoredScope } from '../../generated/prisma/client.ts'

const SCOPES: Readonly<Record<StoredScope, ServiceScope>> = {
  figures_requests: 'figures:requests',
  figures_webhooks: 'figures:webhooks',
  figures_accounts: 'figures:accounts',
  figures_portfolios: 'figures:portfolios',
}

/** Every service account, oldest first, with its state at an instant and its accepted secrets, newest first. */
export async function listServiceAccounts(prisma: PrismaClient, now: Date) {
  const accounts = await prisma.serviceAccount.findMany({
    include: {
      secrets: {
        where: unexpiredWhere(now),
        select: { reference: true, createdAt: true, firstUsedAt: true, expiresAt: true },
        orderBy: [{ createdAt: 'desc' }, { reference: 'asc' }],
      },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return accounts.map(({ secrets, scopes, ...account }) => {
    const state = tokenStateAt(account, now)
    const accepted = state === 'active' ? secrets : []
    return { ...account, state, scopes: scopes.map((scope) => SCOPES[scope]), secrets: accepted }
  })
}
