import type { EventFilter, TimeRange } from '../../database/newest.reads.ts'
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

/** A range of a user's wanted events, newest first. */
export function readSignInEvents(
  prisma: PrismaClient,
  userId: string,
  { limit, after }: TimeRange,
  wanted: EventFilter,
): Promise<SignInEventDetails[]> {
  const earlier = after && {
    OR: [{ at: { lt: after.at } }, { at: after.at, id: { lt: after.id } }],
  }
  return prisma.signInEvent.findMany({
    where: { ...whereOf(userId, wanted), ...earlier },
    select: SHOWN,
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit,
  })
}

/** How many of the wanted events a user has. */
export function countSignInEvents(
  prisma: PrismaClient,
  userId: string,
  wanted: EventFilter,
): Promise<number> {
  return prisma.signInEvent.count({ where: whereOf(userId, wanted) })
}

function whereOf(userId: string, { actions, since }: EventFilter): Prisma.SignInEventWhereInput {
  return {
    userId,
    ...(actions && { action: { in: [...actions] } }),
    ...(since && { at: { gte: since } }),
  }
}
