import { liveTokenWhere } from '../../access/liveness.ts'
import { change, type Transaction } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { lockUser, requireUser } from '../people/person.writes.ts'
import { revokeGrantsGivenBy } from './grant-revocation.writes.ts'
import { type KnownKey, keysKnownTo } from './known-keys.reads.ts'

/**
 * Locks a user out: ends their password, second factor, passkeys, sessions, invitation, access tokens,
 * connection links, the invitations that they sent, and the grants that they gave. Keys of firms whose secret they were shown keep
 * working; the history of each firm and the result name them. A new invitation lets the user sign in
 * again and restores nothing. Throws `record_not_found`.
 */
export async function lockPerson(
  prisma: PrismaClient,
  actor: Actor,
  { email }: { readonly email: string },
  now: Date = new Date(),
) {
  const locked = await change(prisma, async (tx) => {
    const { id: userId, name } = await requireUser(tx, email)
    await lockUser(tx, userId)
    const ended = await endAccess(tx, userId, now)
    const keys = await keysKnownTo(tx, userId, now)
    const details = { sessions: ended.sessions, access_tokens: ended.accessTokens }
    await recordEvent(tx, {
      actor,
      action: 'person.locked',
      subject: userId,
      details: { ...details, keys: keys.map(({ id }) => id) },
    })
    await recordForFirms(tx, actor, userId, keys)
    return { userId, name, ...ended, keys: keys.map(({ id, firmId }) => ({ id, firmId })) }
  })
  // In a transaction of its own: a change of a grant in progress holds the grant and waits for its
  // session, which the first transaction has deleted. By now that change has failed.
  const grants = await revokeGrantsGivenBy(prisma, actor, locked.userId, now)
  return { ...locked, grants }
}

// The password first: a sign-in in progress checks it again once it has a session. Then the sessions:
// an action in progress commits before its session is deleted, so its results are found below.
async function endAccess(tx: Transaction, userId: string, now: Date) {
  await tx.account.deleteMany({ where: { userId } })
  await tx.invitation.deleteMany({ where: { userId } })
  await tx.verification.deleteMany({ where: { value: userId } })
  const sessions = await tx.session.deleteMany({ where: { userId } })
  await tx.memberInvitation.deleteMany({ where: { invitedBy: userId } })
  await tx.twoFactor.deleteMany({ where: { userId } })
  await tx.passkey.deleteMany({ where: { userId } })
  const locked = { lockedAt: now, twoFactorEnabled: false }
  await tx.user.update({ where: { id: userId }, data: locked })
  const tokens = await tx.accessToken.updateMany({
    where: { userId, ...liveTokenWhere(now) },
    data: { revokedAt: now },
  })
  return { sessions: sessions.count, accessTokens: tokens.count }
}

// In the firm's own history, so that its other admins can roll or revoke them.
async function recordForFirms(
  tx: Transaction,
  actor: Actor,
  userId: string,
  keys: readonly KnownKey[],
): Promise<void> {
  for (const firmId of new Set(keys.map((key) => key.firmId))) {
    const known = keys.filter((key) => key.firmId === firmId).map(({ id }) => id)
    const details = { keys: known }
    await recordEvent(tx, { actor, action: 'person.locked', subject: userId, firmId, details })
  }
}
