import { z } from 'zod'
import type { Transaction } from '../../database/change.ts'
import type { Grant, NoticeKind } from '../../generated/prisma/client.ts'
import type { Context } from '../../schema/builder.ts'
import { addMail } from '../mails/mail.writes.ts'
import { isAdmin, readAdmins, readClient } from '../mails/recipients.ts'
import type { MailWriter } from '../mails/send-mails.ts'
import { lastChangeOf } from './grant-terms.ts'
import { rowOf, type WithGrant } from './row-locks.ts'

export type NoticedVersion = Pick<Grant, 'clientId' | 'id' | 'version'>

export interface DueNotice {
  readonly kind: NoticeKind
  /** The instant at which it became due. It distinguishes notices of the same kind. */
  readonly dueAt: Date
}

/** Stores the mail with the receipt of a change of a grant, in the transaction of the change. */
export function addReceipt(tx: Transaction, grant: Grant, now: Date): Promise<void> {
  const { revokedAt } = grant
  const notice: DueNotice = revokedAt
    ? { kind: 'end', dueAt: revokedAt }
    : { kind: 'agreement', dueAt: lastChangeOf(grant) }
  return addNotice(tx, { grant, notice }, now)
}

/** `addReceipt` for the changes of a request. Undefined: the gateway sends no mail. */
export function receiptWriter({ sendsMail, request }: Context): WithGrant | undefined {
  return sendsMail ? (tx, grant) => addReceipt(tx, grant, request.now) : undefined
}

/** Stores the mails of a notice once. The texts are written when they are sent. A receipt has the state as of `now`. */
export async function addNotice(
  tx: Transaction,
  { grant, notice }: { readonly grant: NoticedVersion; readonly notice: DueNotice },
  now: Date,
): Promise<void> {
  const { clientId, id: grantId, version } = grant
  const { kind, dueAt } = notice
  const data = { clientId, grantId, version, kind, dueAt }
  if ((await tx.sentNotice.createMany({ data, skipDuplicates: true })).count === 0) return
  const about = { ...data, dueAt: dueAt.toISOString(), asOf: now.toISOString() }
  const { key } = await tx.grant.findUniqueOrThrow({
    where: rowOf(grant),
    select: { key: { select: { firmId: true } } },
  })
  const mail = { kind: 'notice', ...key, about } as const
  for (const email of await recipientsOf(tx, clientId, key.firmId, kind))
    await addMail(tx, { ...mail, email }, now)
}

async function recipientsOf(
  tx: Transaction,
  clientId: string,
  firmId: string,
  kind: DueNotice['kind'],
): Promise<string[]> {
  const client = await readClient(tx, clientId)
  const clients = client ? [client.email] : []
  if (kind !== 'thirty_days' && kind !== 'seven_days') return clients
  const admins = await readAdmins(tx, firmId)
  return [...new Set([...clients, ...admins.map(({ email }) => email)])]
}

const About = z.object({ clientId: z.string(), grantId: z.string() })

/** Stores the mails to the admins of the firm about a request for deletion, in the transaction of the revocation. */
export async function addDeletionMails(
  tx: Transaction,
  { clientId, id: grantId, keyId }: Grant,
  now: Date,
): Promise<void> {
  const { firmId } = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId } })
  const about = { clientId, grantId }
  for (const { email } of await readAdmins(tx, firmId))
    await addMail(tx, { kind: 'deletion', email, firmId, about }, now)
}

/** Writes the mail about a request for deletion, unless it was answered or the person is not an admin any more. */
export const writeDeletionMail: MailWriter = async ({ email, about }, { prisma, urlOf, words }) => {
  const { clientId, grantId: id } = About.parse(about)
  const grant = await prisma.grant.findUnique({
    where: { clientId_id: { clientId, id } },
    include: { key: true, portfolio: { include: { client: true } } },
  })
  if (!grant?.deletionRequestedAt || grant.deletionAnswer !== null) return null
  const { key, portfolio, reference, deletionRequestedAt } = grant
  if (!(await isAdmin(prisma, key.firmId, email))) return null
  const { t, time } = words
  return words.letter(email, 'A client asks your firm to delete what it has read', [
    t(
      'a client has ended the access of your firm to their portfolio, and asks your firm to delete what it has read.',
    ),
    [
      [t('Client'), portfolio.client.name],
      [t('Reference'), reference],
      [t('Key'), key.name],
      [t('Requested'), time(deletionRequestedAt)],
      [t('Grant'), id],
    ],
    t('Answer once here. The client reads the answer:'),
    urlOf(`/connected-apps/${id}`),
  ])
}
