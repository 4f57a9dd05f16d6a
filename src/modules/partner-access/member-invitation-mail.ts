import type { Mail } from '../../mail/format-mail.ts'

interface SentTo {
  readonly email: string
  readonly firmName: string
  readonly link: string
  readonly expiresAt: Date
}

/**
 * The mail that invites a person to a firm. Of what it says, nothing was written by the admin who
 * invites: they could send their own words to any address.
 */
export function memberInvitationMail({ email, firmName, link, expiresAt }: SentTo): Mail {
  const text = `Hello,

${firmName} invites you to its account on Orangery. Use this link to accept:

${link}

The link works once, until ${expiresAt.toUTCString()}. It replaces any earlier link.
If you do not know ${firmName}, ignore this mail. Do not share the link.
`
  return { to: email, subject: `${firmName} invites you to Orangery`, text }
}
