import type { ServiceScope } from '../../access/caller.ts'
import { type LifeState, tokenStateAt, unexpiredWhere } from '../../access/liveness.ts'
import type {
  PrismaClient,
  ServiceAccount,
  ServiceSecret,
  ServiceScope as StoredScope,
} from '../../generated/prisma/client.ts'

const SCOPES: Readonly<Record<StoredScope, ServiceScope>> = {
  figures_requests: 'figures:requests',
  figures_webhooks: 'figures:webhooks',
  figures_accounts: 'figures:accounts',
  figures_portfolios: 'figures:portfolios',
}

/** A service account as operators see it, at the instant of the read. */
export interface ServiceDetails extends Omit<ServiceAccount, 'scopes'> {
  readonly state: LifeState
  readonly scopes: readonly ServiceScope[]
  /** The accepted secrets, newest first. */
  readonly secrets: readonly Pick<
    ServiceSecret,
    'reference' | 'createdAt' | 'firstUsedAt' | 'expiresAt'
  >[]
}

/** Every service account, oldest first. */
export async function listServiceAccounts(
  prisma: PrismaClient,
  now: Date,
): Promise<ServiceDetails[]> {
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
