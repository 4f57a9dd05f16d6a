import { factLines } from '../../mail/fact-lines.ts'
import type { Mail } from '../../mail/format-mail.ts'

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
export function memberInvitationMail({ email, firmName, link, expiresAt }: SentTo): Mail {
  const text = `Hello,

you are invited to the account of a firm on Orangery. Use this link to accept:

${link}

${factLines([['Firm', firmName]])}

The link works once, until ${expiresAt.toUTCString()}. It replaces any earlier link.
If you do not know the firm, ignore this mail. Do not share the link.
`
  return { to: email, subject: 'Your invitation to a firm on Orangery', text }
}
