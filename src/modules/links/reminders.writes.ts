import { z } from 'zod'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { DAY_MS } from '../../values/durations.ts'
import { type Action, act, recordEvent } from '../audit/audit.writes.ts'
import { hasEnterprisePlan, lockEnterprisePlan } from '../firms/firm-plan.ts'
import { lockKey, requireLiveKey } from '../grants/row-locks.ts'
import { addMails } from '../mails/mail.writes.ts'
import { wantsMail } from '../mails/recipients.ts'
import type { MailWriter } from '../mails/send-mails.ts'
import { connectionPath } from './connection-link.ts'
import { openOf } from './connection-link.writes.ts'
import { readLinkState } from './link-state.reads.ts'

/**
 * Stores a mail for each open link of the key that names an email, that nobody has answered, and whose client was not reminded
 * within a day. Returns their number, which says nothing of the accounts: whether an address has one is decided when its mail is
 * written. Throws `state_conflict` for a key that is not live, and `enterprise_plan_required`.
 */
export async function remindOfLinks(by: Action, keyId: string): Promise<number> {
  return act(by, async (tx, now) => {
    const dayAgo = new Date(now.getTime() - DAY_MS)
    const key = await lockKey(tx, keyId)
    requireLiveKey(key, now)
    const { firmId } = key
    await lockEnterprisePlan(tx, firmId, 'Reminding of connection links')
    const links = await tx.connectionLink.findMany({
      where: {
        ...openOf(keyId, now),
        email: { not: null },
        OR: [{ remindedAt: null }, { remindedAt: { lte: dayAgo } }],
        visits: { none: { answer: { not: null } } },
      },
      select: { id: true, email: true },
    })
    const mails = links.flatMap(({ id: linkId, email }) =>
      email === null ? [] : [{ kind: 'link_reminder', email, firmId, about: { linkId } } as const],
    )
    const ids = links.map(({ id }) => id)
    await tx.connectionLink.updateMany({ where: { id: { in: ids } }, data: { remindedAt: now } })
    await addMails(tx, mails, now)
    const details = { links: mails.length }
    await recordEvent(tx, by.actor, { action: 'link.reminded', subject: keyId, firmId, details })
    return mails.length
  })
}

const About = z.object({ linkId: z.string() })

/**
 * Writes the mail that reminds a client of a connection link. Null: the address has no account that can approve the link
 * now, the client has answered meanwhile, or wants no such mails. Of the firm it has names and the reference alone.
 */
export const writeLinkReminder: MailWriter = async (
  { email, about },
  { prisma, urlOf, now, words, linkKey },
) => {
  const link = await findAnswerable(prisma, About.parse(about).linkId, email, now)
  if (!link || linkKey === undefined) return null
  if (!(await wantsMail(prisma, email, 'reminders'))) return null
  const { t, time } = words
  return words.letter(email, 'A firm asks for access to your portfolio', [
    t('a firm asks for access to your portfolio, and you have not answered yet.'),
    [
      [t('Firm'), link.key.firm.name],
      [t('Key'), link.key.name],
      [t('Reference'), link.reference],
      [t('End'), time(link.expiresAt)],
    ],
    t('You can approve all of it, part of it, or nothing:'),
    urlOf(connectionPath(link.id, linkKey)),
  ])
}

async function findAnswerable(prisma: PrismaClient, id: string, email: string, now: Date) {
  const link = await prisma.connectionLink.findFirst({
    where: { id, email, visits: { none: { answer: { not: null } } } },
    include: { key: { include: { firm: true } } },
  })
  if (!link || !hasEnterprisePlan(link.key.firm)) return null
  if ((await readLinkState(prisma, link, now)) !== 'active') return null
  const { environment } = link.key
  const where = { email, provedAt: { not: null }, portfolio: { environment } }
  return (await prisma.user.count({ where })) > 0 ? link : null
}
