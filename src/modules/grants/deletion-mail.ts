import { z } from 'zod'
import type { Transaction } from '../../database/change.ts'
import type { Grant } from '../../generated/prisma/client.ts'
import { addMail } from '../mails/mail.writes.ts'
import { isAdmin, readAdmins } from '../mails/recipients.ts'
import type { MailWriter } from '../mails/send-mails.ts'

const About = z.object({ clientId: z.string(), grantId: z.string() })

/** Stores the mails to the admins of the firm about a request for deletion, in the transaction of the revocation. */
export async function addDeletionMails(
  tx: Transaction,
  { clientId, id: grantId, keyId }: Grant,
  now: Date,
): Promise<void> {
  const { firmId } = await tx.apiKey.findUniqueOrThrow({
    where: { id: keyId },
    select: { firmId: true },
  })
  const about = { clientId, grantId }
  for (const { email } of await readAdmins(tx, firmId))
    await addMail(tx, { kind: 'deletion', email, firmId, about }, now)
}

/**
 * Writes the mail to an admin about a request for deletion, unless it was answered meanwhile, or the person is no longer
 * an admin.
 */
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
