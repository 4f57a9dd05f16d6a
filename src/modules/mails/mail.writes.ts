import type { Transaction } from '../../database/change.ts'
import type { MailKind } from '../../generated/prisma/client.ts'
import { createId } from '../../values/ids.ts'

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
  const [id = ''] = await addMails(tx, [mail], now)
  return id
}

/** Stores mails as `addMail` does. Returns their ids. */
export async function addMails(tx: Transaction, mails: readonly NewMail[], now: Date) {
  const data = mails.map(({ about, ...mail }) => {
    return { ...mail, about: { ...about }, id: createId('mail'), createdAt: now, nextTryAt: now }
  })
  await tx.mail.createMany({ data })
  return data.map(({ id }) => id)
}
