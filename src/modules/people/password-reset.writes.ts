import { change } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { isCleanText } from '../../values/text-rules.ts'
import { recordEvent } from '../audit/audit.writes.ts'
import { addMail } from '../mails/mail.writes.ts'
import { MAIL_RULES, SPANS, withinSpan } from '../mails/mail-rules.ts'
import type { MailWriter } from '../mails/send-mails.ts'
import { passwordResetMail } from './invitation-mail.ts'
import { readInvited, storeInvitation } from './password.writes.ts'
import { lockUser } from './person.writes.ts'

const KIND = 'password_reset'
const LIFETIME_MS = 60 * 60_000
// A person who asks again so soon has not looked for the mail yet. Others must not be able to fill a mailbox.
const LIMITS = [
  { spanMs: 5 * 60_000, max: 1 },
  { spanMs: SPANS.hour, max: MAIL_RULES[KIND].hour },
  { spanMs: SPANS.day, max: MAIL_RULES[KIND].day },
] as const

/**
 * Stores the mail with a link for a new password, unless there is no such user, the user has no password (not yet, or
 * locked out), or too many mails were requested recently. The response must not reveal the reason.
 */
export async function requestPasswordResetMail(
  prisma: PrismaClient,
  { email, requestId }: { readonly email: string; readonly requestId: string },
  now: Date,
): Promise<void> {
  if (!isCleanText(email)) return
  await change(prisma, async (tx) => {
    const user = await tx.user.findUnique({ where: { email } })
    if (!user) return
    const { id: userId } = user
    // If the user is being locked out, this waits, and then finds no password.
    await lockUser(tx, userId)
    if ((await tx.account.count({ where: { userId } })) === 0) return
    for (const { spanMs, max } of LIMITS) {
      const createdAt = withinSpan(now, spanMs)
      if ((await tx.mail.count({ where: { email, kind: KIND, createdAt } })) >= max) return
    }
    await addMail(tx, { kind: KIND, email, firmId: null, about: {} }, now)
    const actor = { kind: 'user', userId, requestId } as const
    await recordEvent(tx, actor, { action: 'person.reset_mailed', subject: userId })
  })
}

/** Creates the link and writes its mail, unless the user can no longer sign in. An earlier link ends. */
export const writePasswordReset: MailWriter = async ({ email }, { prisma, urlOf, now, words }) => {
  const made = await change(prisma, async (tx) => {
    const { id: userId } = await tx.user.findUniqueOrThrow({ where: { email } })
    await lockUser(tx, userId)
    const invited = await readInvited(tx, userId)
    // Nothing would end, because the user has no password any more.
    if (invited.ends.length === 0) return null
    return { ...invited, ...(await storeInvitation(tx, userId, LIFETIME_MS, now)) }
  })
  if (made === null) return null
  return passwordResetMail({ ...made, link: urlOf(`/invitation/${made.token}`) }, words)
}
