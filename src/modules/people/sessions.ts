import { invalidSession } from '../../access/bearer.ts'
import type { Person } from '../../access/caller.ts'
import { endOfSession } from '../../access/session.reads.ts'
import { change, revocation } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { isId } from '../../values/ids.ts'
import { recordEvent } from '../audit/audit.writes.ts'
import { recordSignInEvent, type SignInEvent } from './sign-in-event.writes.ts'

const MAX = 100

/** The browsers in which a person is signed in, newest first, at most a hundred. */
export async function listSessions(prisma: PrismaClient, person: Person, now: Date) {
  const sessions = await prisma.session.findMany({
    where: { userId: person.userId, expiresAt: { gt: now } },
    omit: { cookieToken: true, userId: true, updatedAt: true, checkedAt: true },
    orderBy: { id: 'desc' },
    take: MAX,
  })
  return sessions
    .filter((session) => endOfSession(session, person.isStaff) > now)
    .map(({ passkeyId, ...session }) => ({
      ...session,
      byPasskey: passkeyId !== null,
      current: session.id === person.by.id,
    }))
}

/**
 * The id of a session that was just created. Null if its user no longer has a password. If the user is being locked
 * out, this waits. A later lock-out finds the session and deletes it.
 */
export async function findNewSession(prisma: PrismaClient, cookieTokens: readonly string[]) {
  const found = await prisma.$queryRaw<{ id: string }[]>`
    SELECT s.id FROM sessions s JOIN accounts a ON a.user_id = s.user_id
     WHERE s.cookie_token = ANY (${cookieTokens}) FOR SHARE OF a`
  return found[0]?.id ?? null
}

/** Deletes a session of the person. Ignores an unknown id. */
export async function revokeSession(prisma: PrismaClient, { userId }: Person, id: string) {
  if (isId('session', id))
    await revocation(prisma, (tx) => tx.session.deleteMany({ where: { id, userId } }))
}

export async function revokeOtherSessions(prisma: PrismaClient, { userId, by }: Person) {
  const where = { userId, id: { not: by.id } }
  await revocation(prisma, (tx) => tx.session.deleteMany({ where }))
}

/** Records that the person confirmed their identity, for this session. Throws `invalid_session` if it has ended. */
export async function confirmSession(
  prisma: PrismaClient,
  { userId, by: { id } }: Person,
  { by, requestId }: { readonly by: 'password' | 'code' | 'passkey'; readonly requestId: string },
  now: Date,
): Promise<void> {
  await change(prisma, async (tx) => {
    const where = { id, userId }
    const { count } = await tx.session.updateMany({ where, data: { checkedAt: now } })
    if (count === 0) throw invalidSession()
    const actor = { kind: 'user', userId, requestId } as const
    const details = { session: id, by }
    await recordEvent(tx, actor, { action: 'person.confirmed', subject: userId, details })
  })
}

const MAX_SESSIONS = 20

/**
 * Ends the oldest sessions of a person who has more than `MAX_SESSIONS`. Expired ones do not count. Call this after
 * each new session, so that the last of several concurrent sign-ins sees all of them. An event records it.
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
