import type { Person } from '../../access/caller.ts'
import { isId } from '../../access/ids.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'

const MOST = 100

/** The browsers in which a person is signed in, newest first, at most a hundred. */
export async function listSessions(prisma: PrismaClient, person: Person, now: Date) {
  const sessions = await prisma.session.findMany({
    where: { userId: person.userId, expiresAt: { gt: now } },
    select: { id: true, createdAt: true, expiresAt: true, ipAddress: true, userAgent: true },
    orderBy: { id: 'desc' },
    take: MOST,
  })
  return sessions.map((session) => ({ ...session, current: session.id === person.by.id }))
}

/** Ends one session of the person's own; there may be none of that id. */
export async function revokeSession(prisma: PrismaClient, { userId }: Person, id: string) {
  if (isId('session', id)) await prisma.session.deleteMany({ where: { id, userId } })
}

/** Ends every session of the person's but the one that asks. */
export async function revokeOtherSessions(prisma: PrismaClient, { userId, by }: Person) {
  await prisma.session.deleteMany({ where: { userId, id: { not: by.id } } })
}
