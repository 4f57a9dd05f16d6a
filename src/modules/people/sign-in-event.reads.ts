import type { TimeRange } from '../../database/newest.reads.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'

const SHOWN = {
  id: true,
  at: true,
  action: true,
  outcome: true,
  times: true,
  ipAddress: true,
  userAgent: true,
} as const satisfies Prisma.SignInEventSelect

export type SignInEventDetails = Prisma.SignInEventGetPayload<{ select: typeof SHOWN }>

/** A range of a user's events, newest first. */
export function readSignInEvents(
  prisma: PrismaClient,
  userId: string,
  { limit, after }: TimeRange,
): Promise<SignInEventDetails[]> {
  const earlier = after && {
    OR: [{ at: { lt: after.at } }, { at: after.at, id: { lt: after.id } }],
  }
  return prisma.signInEvent.findMany({
    where: { userId, ...earlier },
    select: SHOWN,
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit,
  })
}

/** How many events a user has. */
export function countSignInEvents(prisma: PrismaClient, userId: string): Promise<number> {
  return prisma.signInEvent.count({ where: { userId } })
}
