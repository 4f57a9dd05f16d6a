import { z } from 'zod'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { NoticeKind } from '../../generated/prisma/enums.ts'
import type { Mail } from '../../mail/format-mail.ts'
import { type GrantDetails, readGrants } from '../grants/grant.reads.ts'
import { scopesInWords } from '../grants/grant-terms.ts'
import { isAdmin, type MailTopic, readClient, wantsMail } from '../mails/recipients.ts'
import type { MailWriter } from '../mails/send-mails.ts'
import { findReceipt, type ReceiptName, receiptPath } from './receipt.ts'
import { receiptMail } from './receipt-mail.ts'
import { grantMail, type Reminded } from './reminder-mail.ts'

const instant = z.iso.datetime().transform((text) => new Date(text))
const About = z.object({
  clientId: z.string(),
  grantId: z.string(),
  version: z.number(),
  kind: z.enum(NoticeKind),
  dueAt: instant,
  asOf: instant,
})
type Notice = z.output<typeof About>

interface Noticed extends Reminded {
  /** Whether the mail is for the client, and not for an admin of the firm. */
  readonly isClient: boolean
}

/** Writes the mail of a notice about a grant, unless it is no longer true or the person may get none. */
export const writeNotice: MailWriter = async ({ email, about }, context) => {
  const { prisma, urlOf, now, words } = context
  const notice = About.parse(about)
  const [grant] = await readGrants(prisma, [notice.grantId], now)
  if (grant === undefined) return null
  // A person who was locked out meanwhile, or who is not an admin any more, gets no mail.
  const isClient = (await readClient(prisma, grant.clientId))?.email === email
  if (!isClient && !(await isAdmin(prisma, grant.key.firm.id, email))) return null
  const link = urlOf(`/connected-apps/${grant.id}`)
  const noticed = { grant, email, isClient, words, link }
  const topic = TOPIC_OF[notice.kind]
  if (topic && !(await wantsMail(prisma, email, topic))) return null
  if (notice.kind === 'agreement' || notice.kind === 'end')
    return writeReceipt(prisma, noticed, notice, urlOf)
  // The access has ended since the notice was stored.
  if (grant.state !== 'active' || grant.key.state !== 'active') return null
  if (notice.kind !== 'first_read') return writeReminder(noticed, notice)
  return isClient ? grantMail(noticed, 'first_read') : null
}

// The others are always sent: the law of consent demands them.
const TOPIC_OF: Partial<Readonly<Record<NoticeKind, MailTopic>>> = {
  thirty_days: 'reminders',
  seven_days: 'reminders',
  first_read: 'first_read',
}

async function writeReceipt(
  prisma: PrismaClient,
  noticed: Noticed,
  notice: Notice,
  urlOf: (path: string) => string,
): Promise<Mail | null> {
  const { grant, email, words } = noticed
  const name = receiptNameOf(grant, notice)
  if (!noticed.isClient) return null
  const receipt = await findReceipt(prisma, grant, name, notice.asOf)
  if (receipt)
    return receiptMail(receipt, { email, words, link: urlOf(receiptPath(grant.id, name)) })
  // The client has not agreed to this version: the firm has narrowed the grant.
  return notice.kind === 'agreement' ? writeNarrowed(noticed) : null
}

function writeNarrowed(noticed: Noticed): Mail {
  const { t, time } = noticed.words
  const { scopes, expiresAt } = noticed.grant
  return grantMail(noticed, 'narrowed', [
    [t('Scopes'), scopesInWords(scopes, t)],
    [t('End of the terms'), expiresAt ? time(expiresAt) : t('none')],
  ])
}

// An expired grant can be revoked later. The revocation is a separate end.
function receiptNameOf({ revokedAt }: GrantDetails, { version, kind, dueAt }: Notice): ReceiptName {
  if (kind === 'agreement') return { version, end: null }
  return { version, end: revokedAt?.getTime() === dueAt.getTime() ? 'revoked' : 'expired' }
}

function writeReminder(noticed: Noticed, { version, dueAt }: Notice): Mail | null {
  const { grant, isClient, words } = noticed
  // The grant was changed since the notice was stored, or its client has kept it.
  if (grant.version !== version || (grant.confirmedAt && grant.confirmedAt >= dueAt)) return null
  const { expiresAt } = grant
  if (expiresAt === null) return isClient ? grantMail(noticed, 'still_in_use') : null
  const { t, time } = words
  const end = [t('End'), time(expiresAt)] as const
  if (isClient) return grantMail(noticed, 'client_reminder', [end])
  return grantMail(noticed, 'firm_reminder', [[t('Client'), grant.client.name], end])
}
