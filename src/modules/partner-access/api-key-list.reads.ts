import { isSecretLive, keyStateAt } from '../../access/liveness.ts'
import { notFound, requireIdShape } from '../../database/change.ts'
import type { ApiKey, KeySecret, PrismaClient } from '../../generated/prisma/client.ts'

/** A key with what may be shown of its secrets. */
export type ListedKey = ApiKey & { secrets: Pick<KeySecret, 'reference' | 'expiresAt'>[] }

/** A key in the interface's own words; its state and its live secrets are what they are at `now`. */
export function describeKey({ secrets, ...key }: ListedKey, now: Date) {
  const live = secrets.filter((secret) => isSecretLive(secret, key, now))
  return {
    ...key,
    state: keyStateAt(key, now),
    references: live.map((secret) => secret.reference),
  }
}

/** Every key that a firm ever had, oldest first. Throws `record_not_found`. */
export async function listKeys(prisma: PrismaClient, firmId: string): Promise<ListedKey[]> {
  requireIdShape('firm', firmId)
  const secrets = {
    select: { reference: true, expiresAt: true },
    orderBy: { createdAt: 'asc' as const },
  }
  const firm = await prisma.firm.findUnique({
    where: { id: firmId },
    select: {
      apiKeys: { include: { secrets }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
    },
  })
  if (!firm) throw notFound('firm')
  return firm.apiKeys
}
