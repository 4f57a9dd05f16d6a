import { newestFirst, type RowList } from '../../database/ordered.reads.ts'
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

/** The events of a user that meet the conditions, newest first. */
export function eventsOfUser(conditions: RowList['conditions']): RowList {
  const order = newestFirst('r.at')
  return { from: 'sign_in_events r', parent: 'r.user_id', order, conditions }
}

/** Events of a user by id, in no order. */
export function readSignInEvents(
  prisma: PrismaClient,
  userId: string,
  ids: readonly string[],
): Promise<SignInEventDetails[]> {
  return prisma.signInEvent.findMany({ where: { userId, id: { in: [...ids] } }, select: SHOWN })
}
