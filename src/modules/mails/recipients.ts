import type { Transaction } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'

/** A person who gets a mail. */
export interface Recipient {
  readonly name: string
  readonly email: string
}

// A person who was locked out gets no mail until they can sign in again, because the mailbox may not be theirs.
const REACHABLE = { OR: [{ lockedAt: null }, { accounts: { some: {} } }] }

/** The client of a grant; null if they are locked out, and for a sandbox client, which is not a person. */
export function readClient(
  prisma: PrismaClient | Transaction,
  clientId: string,
): Promise<Recipient | null> {
  const select = { name: true, email: true }
  const where = { id: clientId, sandboxFirmId: null, ...REACHABLE }
  return prisma.user.findFirst({ where, select })
}

/** The admins of a firm who can sign in or have yet to set their password. */
export function readAdmins(
  prisma: PrismaClient | Transaction,
  firmId: string,
): Promise<Recipient[]> {
  const where = { memberships: { some: { firmId, role: 'admin' as const } }, ...REACHABLE }
  return prisma.user.findMany({
    where,
    select: { name: true, email: true },
    orderBy: { id: 'asc' },
  })
}
