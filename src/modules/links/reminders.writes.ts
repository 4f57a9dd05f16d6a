import { change } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { lockEnterprisePlan } from '../firms/firm-plan.ts'
import { lockKey, requireLiveKey } from '../grants/row-locks.ts'
import { addMails } from '../mails/mail.writes.ts'
import { openOf } from './new-links.writes.ts'

const DAY_MS = 86_400_000

/**
 * Stores a mail for each open link of the key that names an email, that nobody has answered, and whose client was not reminded
 * within a day. Returns their number, which says nothing of the accounts: whether an address has one is decided when its mail is
 * written. Throws `state_conflict` for a key that is not live, and `enterprise_plan_required`.
 */
export async function remindOfLinks(
  prisma: PrismaClient,
  actor: Actor,
  keyId: string,
  now: Date,
): Promise<number> {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  return change(prisma, async (tx) => {
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
    await recordEvent(tx, { actor, action: 'link.reminded', subject: keyId, firmId, details })
    return mails.length
  })
}
