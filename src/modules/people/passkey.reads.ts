import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'

/** The columns of a passkey that its person may see. */
export const SHOWN_OF_PASSKEY = {
  id: true,
  name: true,
  createdAt: true,
  lastUsedAt: true,
} as const satisfies Prisma.PasskeySelect

/** The passkeys of a person, newest first. */
export function listPasskeys(prisma: PrismaClient, userId: string) {
  return prisma.passkey.findMany({
    where: { userId },
    select: SHOWN_OF_PASSKEY,
    orderBy: { id: 'desc' },
  })
}
