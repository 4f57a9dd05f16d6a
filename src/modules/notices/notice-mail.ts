import { z } from 'zod'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { NoticeKind } from '../../generated/prisma/enums.ts'
import type { Mail } from '../../mail/format-mail.ts'
import type { MailWords } from '../../mail/words.ts'
import { type GrantDetails, readGrants } from '../grants/grant.reads.ts'
import {
  type MailTopic,
  type Recipient,
  readAdmins,
  readClient,
  wantsMail,
} from '../mails/recipients.ts'
import type { MailWriter } from '../mails/send-mails.ts'
import { findReceipt, type ReceiptName, receiptPath } from './receipt.ts'
import { receiptMail } from './receipt-mail.ts'
import {
  clientReminderMail,
  firmReminderMail,
  firstReadMail,
  narrowedMail,
  stillInUseMail,
} from './reminder-mail.ts'

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

interface Noticed {
  readonly grant: GrantDetails
  readonly to: Recipient
  /** Whether the mail is for the client, and not for an admin of the firm. */
  readonly isClient: boolean
  readonly words: MailWords
}

/** Writes the mail of a notice about a grant, unless it is no longer true or the person may get none. */
export const writeNotice: MailWriter = async ({ email, about }, { prisma, urlOf, words }) => {
  const notice = About.parse(about)
  const [grant] = await readGrants(prisma, [notice.grantId], notice.asOf)
  if (grant === undefined) return null
  const found = await findRecipient(prisma, grant, email)
  if (found === null) return null
  const noticed = { ...found, words }
  const topic = TOPIC_OF[notice.kind]
  if (topic && !(await wantsMail(prisma, email, topic))) return null
  if (notice.kind === 'agreement' || notice.kind === 'end')
    return writeReceipt(prisma, noticed, notice, urlOf)
  if (notice.kind === 'first_read') return writeFirstRead(noticed, urlOf)
  return writeReminder(noticed, notice, urlOf)
}

// The others are always sent: the law of consent demands them.
const TOPIC_OF: Partial<Readonly<Record<NoticeKind, MailTopic>>> = {
  thirty_days: 'reminders',
  seven_days: 'reminders',
  first_read: 'first_read',
}

function writeFirstRead(
  { grant, to, isClient, words }: Noticed,
  urlOf: (path: string) => string,
): Mail | null {
  if (!isClient || grant.state !== 'active') return null
  return firstReadMail({ grant, to, words, link: urlOf(`/connected-apps/${grant.id}`) })
}

// A person who was locked out meanwhile, or who is no longer an admin, gets no mail.
async function findRecipient(
  prisma: PrismaClient,
  grant: GrantDetails,
  email: string,
): Promise<Omit<Noticed, 'words'> | null> {
  const client = await readClient(prisma, grant.clientId)
  if (client?.email === email) return { grant, to: client, isClient: true }
  const admins = await readAdmins(prisma, grant.key.firm.id)
  const admin = admins.find((each) => each.email === email)
  return admin ? { grant, to: admin, isClient: false } : null
}

async function writeReceipt(
  prisma: PrismaClient,
  { grant, to, isClient, words }: Noticed,
  notice: Notice,
  urlOf: (path: string) => string,
): Promise<Mail | null> {
  const name = receiptNameOf(grant, notice)
  if (!isClient) return null
  const receipt = await findReceipt(prisma, grant, name, notice.asOf)
  if (receipt) return receiptMail(receipt, { to, words, link: urlOf(receiptPath(grant.id, name)) })
  // The client has not agreed to this version: the firm has narrowed the grant.
  if (notice.kind !== 'agreement') return null
  return narrowedMail({ grant, to, words, link: urlOf(`/connected-apps/${grant.id}`) })
}

// An expired grant can be revoked later. The revocation is a separate end.
function receiptNameOf({ revokedAt }: GrantDetails, { version, kind, dueAt }: Notice): ReceiptName {
  if (kind === 'agreement') return { version, end: null }
  return { version, end: revokedAt?.getTime() === dueAt.getTime() ? 'revoked' : 'expired' }
}

function writeReminder(
  { grant, to, isClient, words }: Noticed,
  { version }: Notice,
  urlOf: (path: string) => string,
): Mail | null {
  // The grant was changed or has ended since the notice was stored.
  if (grant.version !== version || grant.state !== 'active') return null
  const link = urlOf(`/connected-apps/${grant.id}`)
  const { expiresAt } = grant
  if (expiresAt === null) return isClient ? stillInUseMail({ grant, to, words, link }) : null
  const reminder = isClient ? clientReminderMail : firmReminderMail
  return reminder({ grant, to, words, link }, expiresAt)
}
