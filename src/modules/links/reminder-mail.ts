import { z } from 'zod'
import { keyStateAt } from '../../access/liveness.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { factLines } from '../../mail/fact-lines.ts'
import { mailText } from '../../mail/words.ts'
import { hasEnterprisePlan } from '../firms/firm-plan.ts'
import type { MailWriter } from '../mails/send-mails.ts'
import { wantsMail } from '../mails/topics.ts'
import { connectionPath } from './connection-link.ts'
import { findCreators, linkStateAt } from './link-state.reads.ts'

const About = z.object({ linkId: z.string() })

/**
 * Writes the mail that reminds a client of a connection link. Null: the address has no account that can approve the link
 * now, the client has answered meanwhile, or wants no such mails. Of the firm it has names and the reference alone.
 */
export const writeLinkReminder: MailWriter = async (
  { email, about },
  { prisma, urlOf, now, words: { t, time }, linkKey },
) => {
  const link = await findAnswerable(prisma, About.parse(about).linkId, email, now)
  if (!link || linkKey === undefined) return null
  if (!(await wantsMail(prisma, email, 'reminders'))) return null
  const text = mailText([
    t('Hello,'),
    t('a firm asks for access to your portfolio, and you have not answered yet.'),
    factLines([
      [t('Firm'), link.key.firm.name],
      [t('Key'), link.key.name],
      [t('Reference'), link.reference],
      [t('End'), time(link.expiresAt)],
    ]),
    t('You can approve all of it, part of it, or nothing:'),
    urlOf(connectionPath(link.id, linkKey)),
  ])
  return { to: email, subject: t('A firm asks for access to your portfolio'), text }
}

async function findAnswerable(prisma: PrismaClient, id: string, email: string, now: Date) {
  const link = await prisma.connectionLink.findFirst({
    where: { id, email, visits: { none: { answer: { not: null } } } },
    include: { key: { include: { firm: true } } },
  })
  if (!link || !hasEnterprisePlan(link.key.firm)) return null
  const { firmId, environment } = link.key
  const creators = await findCreators(prisma, [link.createdBy], [firmId])
  const state = keyStateAt(link.key, now)
  const asking = { key: { environment, state }, firmId, creators }
  if (linkStateAt(link, asking, now) !== 'active') return null
  const where = { email, provedAt: { not: null }, portfolio: { environment } }
  return (await prisma.user.count({ where })) > 0 ? link : null
}
