import { change } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { isCleanText } from '../../values/text.ts'
import { recordEvent } from '../audit/audit.writes.ts'
import { storeInvitation } from './password.writes.ts'
import { lockUser } from './person.writes.ts'

const LIFETIME_MS = 60 * 60_000
// A person who asks again has not looked for the mail yet. Others cannot fill a mailbox.
const PAUSE_MS = 5 * 60_000

/** A link for a new password, to be mailed to the address of the account and to nobody else. */
export interface PasswordReset {
  readonly name: string
  readonly email: string
  readonly token: string
  readonly tokenHash: Uint8Array<ArrayBuffer>
  readonly expiresAt: Date
}

/**
 * Creates a link with which the user of that email sets a new password, once, within an hour. Null
 * where there is no such user, where the user has no password (has not accepted an invitation, or is
 * locked out), and where a link was created in the last five minutes. The caller must not be told which.
 */
export async function createPasswordReset(
  prisma: PrismaClient,
  { email, requestId }: { readonly email: string; readonly requestId: string },
  now: Date,
): Promise<PasswordReset | null> {
  if (!isCleanText(email)) return null
  return change(prisma, async (tx) => {
    const user = await tx.user.findUnique({ where: { email } })
    if (!user) return null
    const { id: userId, name } = user
    // A lock of the user in progress deletes the password first.
    await lockUser(tx, userId)
    if ((await tx.account.count({ where: { userId } })) === 0) return null
    const recent = { userId, createdAt: { gt: new Date(now.getTime() - PAUSE_MS) } }
    if ((await tx.invitation.count({ where: recent })) > 0) return null
    const stored = await storeInvitation(tx, userId, LIFETIME_MS, now)
    const actor = { kind: 'user', userId, requestId } as const
    const details = { expires_at: stored.expiresAt.toISOString() }
    await recordEvent(tx, { actor, action: 'person.reset_mailed', subject: userId, details })
    return { name, email, ...stored }
  })
}

/** Removes a link that could not be mailed, so that its user can ask again at once. */
export async function removePasswordReset(
  prisma: PrismaClient,
  { tokenHash }: PasswordReset,
): Promise<void> {
  await prisma.invitation.deleteMany({ where: { tokenHash } })
}
