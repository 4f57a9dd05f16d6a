import type { Transaction } from '../../database/change.ts'
import type { MailKind } from '../../generated/prisma/client.ts'
import { createId } from '../../values/ids.ts'

/** A mail to send. */
interface NewMail {
  readonly kind: MailKind
  /** One address, as `parseEmail` returns it. */
  readonly email: string
  /** The firm that it is sent for, whose mails have their turn together. Null: it is about the account itself. */
  readonly firmId: string | null
  /** The data from which the text is written when the mail is sent: ids and instants, no secrets and no texts. */
  readonly about: Readonly<Record<string, string | number>>
}

/** Stores a mail that is sent after the transaction has committed. Returns its id. */
export async function addMail(tx: Transaction, mail: NewMail, now: Date): Promise<string> {
  const id = createId('mail')
  const { kind, email, firmId, about } = mail
  const data = { id, kind, email, firmId, about: { ...about }, createdAt: now, nextTryAt: now }
  await tx.mail.createMany({ data })
  return id
}
