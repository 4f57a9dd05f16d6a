import { endOfSession } from '../../access/session.reads.ts'
import { change } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { recordSignInEvent, type SignInEvent } from './sign-in-event.writes.ts'

/** How many sessions a person can have at the same time. */
const MAX_SESSIONS = 20

/**
 * Ends the oldest sessions of a person who has more than `MAX_SESSIONS`. Call this after each new session, so that the
 * last of several concurrent sign-ins sees all sessions. If sessions are ended, an event of the sign-in records it.
 * Expired sessions do not count.
 */
export async function endOldestSessions(
  prisma: PrismaClient,
  signIn: Omit<SignInEvent, 'action' | 'outcome'>,
): Promise<void> {
  const { userId, at } = signIn
  await change(prisma, async (tx) => {
    const { isStaff, sessions } = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: {
        isStaff: true,
        sessions: {
          select: { id: true, createdAt: true, activeAt: true, expiresAt: true },
          orderBy: { id: 'desc' },
        },
      },
    })
    const live = sessions.filter((session) => endOfSession(session, isStaff) > at)
    const ended = live.slice(MAX_SESSIONS).map(({ id }) => id)
    if (ended.length === 0) return
    const { count } = await tx.session.deleteMany({ where: { userId, id: { in: ended } } })
    if (count === 0) return
    await recordSignInEvent(tx, { ...signIn, action: 'oldest_session_end', outcome: 'ok' })
  })
}
