import { liveWhere } from '../../access/liveness.ts'
import { revocation, type Transaction } from '../../database/change.ts'
import { instantOf } from '../../database/clock.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Action, type Actor, recordEvent } from '../audit/audit.writes.ts'
import { type KnownKey, keysKnownTo } from '../firms/member.writes.ts'
import { revokeGrantsGivenBy } from '../grants/grant-revocation.writes.ts'
import { REACHABLE } from '../mails/recipients.ts'
import { type Reasoned, recordedReason } from '../people/locked-out.ts'
import { lockUser, requireUser, type Who } from '../people/person.writes.ts'
import { endSignedIn } from '../people/recovery.writes.ts'

/**
 * Locks a user out: ends all with which they sign in or act, the invitations and links that they made, and the grants
 * that they gave. Keys whose secret they have seen keep working, and so do grants that an operator gave: the result has
 * both. To lift the lock restores nothing. Throws `record_not_found`.
 */
export async function lockPerson({ prisma, actor, now: given }: Action, who: Who & Reasoned) {
  const now = await instantOf(prisma, given)
  const by = { prisma, actor, now }
  const locked = await revocation(prisma, async (tx) => {
    const { id: userId, name, email } = await requireUser(tx, who)
    await lockUser(tx, userId)
    const ended = await endAccess(tx, userId, now)
    const keys = await keysKnownTo(tx, userId, now)
    const details = { sessions: ended.sessions, access_tokens: ended.accessTokens }
    await recordEvent(tx, actor, {
      action: 'person.locked',
      subject: userId,
      details: { ...details, keys: keys.map(({ id }) => id), ...recordedReason(who) },
    })
    await recordForFirms(tx, actor, userId, keys)
    return { userId, name, email, ...ended, keys: keys.map(({ id, firmId }) => ({ id, firmId })) }
  })
  // This is a separate transaction. A change of a grant in progress holds the grant and waits for its session, which
  // the first transaction deletes. After the commit of the first transaction, that change has failed.
  const grants = await revokeGrantsGivenBy(by, locked.userId)
  return { ...locked, grants, ...(await readStillOpen(prisma, locked.userId, now)) }
}

// The password is deleted first: a sign-in in progress checks it again after it has created a session. Sessions are
// deleted next: an action in progress commits before its session is deleted, so the statements below find its results.
async function endAccess(tx: Transaction, userId: string, now: Date) {
  await tx.account.deleteMany({ where: { userId } })
  await tx.invitation.deleteMany({ where: { userId } })
  await tx.verification.deleteMany({ where: { value: userId } })
  const { sessions, access_tokens: accessTokens } = await endSignedIn(tx, userId, now)
  await tx.memberInvitation.deleteMany({ where: { invitedBy: userId } })
  await tx.twoFactor.deleteMany({ where: { userId } })
  const locked = { lockedAt: now, twoFactorEnabled: false }
  await tx.user.update({ where: { id: userId }, data: locked })
  return { sessions, accessTokens }
}

// The event is recorded in the history of each firm, so that its other admins can roll or revoke the keys.
async function recordForFirms(
  tx: Transaction,
  actor: Actor,
  userId: string,
  keys: readonly KnownKey[],
): Promise<void> {
  for (const firmId of new Set(keys.map((key) => key.firmId))) {
    const details = { keys: keys.filter((key) => key.firmId === firmId).map(({ id }) => id) }
    await recordEvent(tx, actor, { action: 'person.locked', subject: userId, firmId, details })
  }
}

// The access that stays open, in addition to keys; an operator decides about it: grants that an operator gave and only
// operators changed, and firms without an admin who can sign in or was never locked out.
async function readStillOpen(prisma: PrismaClient, userId: string, now: Date) {
  const openGrants = await prisma.grant.findMany({
    where: { clientId: userId, ...liveWhere(now), key: liveWhere(now) },
    select: { id: true, keyId: true },
    orderBy: { id: 'asc' },
  })
  const other = { role: 'admin' as const, userId: { not: userId }, user: REACHABLE }
  const firms = await prisma.firm.findMany({
    where: { members: { some: { userId, role: 'admin' }, none: other } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  return { openGrants, firmsWithoutAdmin: firms.map(({ id }) => id) }
}
