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

/** A range of a user's events that match the filter, newest first. */
export function readSignInEvents(
  prisma: PrismaClient,
  userId: string,
  { limit, after }: TimeRange,
  filter: EventFilter,
): Promise<SignInEventDetails[]> {
  const earlier = after && {
    OR: [{ at: { lt: after.at } }, { at: after.at, id: { lt: after.id } }],
  }
  return prisma.signInEvent.findMany({
    where: { ...whereOf(userId, filter), ...earlier },
    select: SHOWN,
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit,
  })
}

/** The number of a user's events that match the filter. */
export function countSignInEvents(
  prisma: PrismaClient,
  userId: string,
  filter: EventFilter,
): Promise<number> {
  return prisma.signInEvent.count({ where: whereOf(userId, filter) })
}

function whereOf(userId: string, { actions, since }: EventFilter): Prisma.SignInEventWhereInput {
  return {
    userId,
    ...(actions && { action: { in: [...actions] } }),
    ...(since && { at: { gte: since } }),
  }
}
