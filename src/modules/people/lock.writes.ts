import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { change } from '../change.ts'
import { requireUser } from './people.writes.ts'

/**
 * Ends everything by which a user comes in: password, sessions, invitation, access tokens. A new
 * invitation lets them in again. Throws `record_not_found`.
 */
export async function lockPerson(
  prisma: PrismaClient,
  actor: Actor,
  { email }: { readonly email: string },
  now: Date = new Date(),
) {
  return change(prisma, async (tx) => {
    const { id: userId, name } = await requireUser(tx, email)
    await tx.account.deleteMany({ where: { userId } })
    await tx.invitation.deleteMany({ where: { userId } })
    await tx.verification.deleteMany({ where: { value: userId } })
    const sessions = await tx.session.deleteMany({ where: { userId } })
    const tokens = await tx.accessToken.updateMany({
      where: { userId, revokedAt: null },
      data: { revokedAt: now },
    })
    const ended = { sessions: sessions.count, accessTokens: tokens.count }
    const details = { sessions: ended.sessions, access_tokens: ended.accessTokens }
    await recordEvent(tx, { actor, action: 'person.locked', subject: userId, details })
    return { userId, name, ...ended }
  })
}
