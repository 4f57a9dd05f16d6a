import { factLines } from '../../mail/fact-lines.ts'
import type { Mail } from '../../mail/format-mail.ts'
import { type MailWords, mailText } from '../../mail/words.ts'

interface SentTo {
  readonly email: string
  readonly firmName: string
  readonly link: string
  readonly expiresAt: Date
}

/**
 * The mail that invites a person to a firm. It contains no text from the admin who invites. Otherwise an admin could
 * send any text to any address.
 */
export function memberInvitationMail(
  { email, firmName, link, expiresAt }: SentTo,
  { t, time }: MailWords,
): Mail {
  const text = mailText([
    t('Hello,'),
    t('you are invited to the account of a firm on Orangery. Use this link to accept:'),
    link,
    factLines([[t('Firm'), firmName]]),
    [
      t('The link works once, until {time}. It replaces any earlier link.', {
        time: time(expiresAt),
      }),
      t('If you do not know the firm, ignore this mail. Do not share the link.'),
    ].join('\n'),
  ])
  return { to: email, subject: t('Your invitation to a firm on Orangery'), text }
}
