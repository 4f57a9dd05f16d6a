import type { Database } from '../../database/client.ts'
import type { Grant } from '../../generated/prisma/client.ts'
import type { Mail } from '../../mail/format-mail.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { DueNotice } from './due-notice.ts'
import { type GrantDetails, readGrants } from './grant.reads.ts'
import { readAdmins, readClient } from './notice.reads.ts'
import { claimNotice, type Noticed } from './notice.writes.ts'
import { findReceipt } from './receipt.reads.ts'
import { type ReceiptName, receiptPath } from './receipt.ts'
import { receiptMail } from './receipt-mail.ts'
import { clientReminderMail, firmReminderMail, stillInUseMail } from './reminder-mail.ts'

/** What notices are sent with. */
export interface Post {
  readonly database: Pick<Database, 'pool' | 'prisma'>
  readonly mailer: Mailer
}

/** Mails the receipt of what was just done to a grant, at most once. */
export async function sendReceipt(post: Post, grant: Grant, now: Date): Promise<void> {
  const { revokedAt, updatedAt } = grant
  const notice: DueNotice = revokedAt
    ? { kind: 'end', dueAt: revokedAt }
    : { kind: 'agreement', dueAt: updatedAt }
  await sendNotice(post, { grant, notice }, now)
}

/** Mails a notice if no process has done so. */
export async function sendNotice(
  post: Post,
  { grant, notice }: { readonly grant: Noticed; readonly notice: DueNotice },
  now: Date,
): Promise<void> {
  const { prisma } = post.database
  if (!(await claimNotice(prisma, grant, notice))) return
  const [details] = await readGrants(prisma, [grant.id], now)
  if (details === undefined) return
  const mails =
    notice.kind === 'agreement' || notice.kind === 'end'
      ? await writeReceipt(post, details, receiptOf(grant, details, notice), now)
      : await writeReminders(post, details, { grant, notice })
  // One after the other: the mailer takes only a few at the same time.
  for (const mail of mails) await post.mailer.send(mail)
}

// An expired grant can be revoked later: that is an end of its own.
function receiptOf(
  { version }: Noticed,
  { revokedAt }: GrantDetails,
  { kind, dueAt }: DueNotice,
): ReceiptName {
  if (kind === 'agreement') return { version, end: null }
  return { version, end: revokedAt?.getTime() === dueAt.getTime() ? 'revoked' : 'expired' }
}

async function writeReceipt(
  { database: { prisma }, mailer }: Post,
  grant: GrantDetails,
  name: ReceiptName,
  now: Date,
): Promise<Mail[]> {
  const client = await readClient(prisma, grant.clientId)
  const receipt = await findReceipt(prisma, grant, name, now)
  if (client === null || receipt === null) return []
  return [receiptMail(receipt, client, mailer.urlOf(receiptPath(grant.id, name)))]
}

async function writeReminders(
  { database: { prisma }, mailer }: Post,
  grant: GrantDetails,
  due: { readonly grant: Noticed; readonly notice: DueNotice },
): Promise<Mail[]> {
  // Changed or ended since it was found.
  if (grant.version !== due.grant.version || grant.state !== 'active') return []
  const client = await readClient(prisma, grant.clientId)
  const link = mailer.urlOf(`/connected-apps/${grant.id}`)
  const { expiresAt } = grant
  if (expiresAt === null) return client ? [stillInUseMail({ grant, to: client, link })] : []
  const admins = await readAdmins(prisma, grant.key.firm.id)
  const toFirm = admins.map((to) => firmReminderMail({ grant, to, link }, expiresAt))
  return client ? [clientReminderMail({ grant, to: client, link }, expiresAt), ...toFirm] : toFirm
}
