import { liveGrantWhere, liveKeyWhere } from '../../access/liveness.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'

/** The access that stays open after a person was locked out, in addition to keys. An operator decides about it. */
interface StillOpen {
  /** Grants of their portfolio that an operator gave, and that only operators changed. */
  readonly openGrants: readonly { readonly id: string; readonly keyId: string }[]
  /** Firms without an admin who can sign in or was never locked out. */
  readonly firmsWithoutAdmin: readonly string[]
}

/** Reads the access that is still open after a person was locked out. */
export async function readStillOpen(
  prisma: PrismaClient,
  userId: string,
  now: Date,
): Promise<StillOpen> {
  const openGrants = await prisma.grant.findMany({
    where: { clientId: userId, ...liveGrantWhere(now), key: liveKeyWhere(now) },
    select: { id: true, keyId: true },
    orderBy: { id: 'asc' },
  })
  const canSignIn = { OR: [{ lockedAt: null }, { accounts: { some: {} } }] }
  const other = { role: 'admin' as const, userId: { not: userId }, user: canSignIn }
  const firms = await prisma.firm.findMany({
    where: { members: { some: { userId, role: 'admin' }, none: other } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  return { openGrants, firmsWithoutAdmin: firms.map(({ id }) => id) }
}
