import type { Mail } from '../../mail/format-mail.ts'

/** A link with which a user sets a password. */
export interface Invitation {
  readonly name: string
  readonly email: string
  readonly link: string
  readonly expiresAt: Date
}

/** The mail that invites a user. */
export function invitationMail({ name, email, link, expiresAt }: Invitation): Mail {
  const text = `Hello ${name},

use this link to set your password for Orangery:

${link}

The link works once, until ${expiresAt.toUTCString()}. It replaces any earlier link.
Anyone who has the link can set your password. Do not share it.
`
  return { to: email, subject: 'Your access to Orangery', text }
}

/** The mail to a user who has asked for a new password. */
export function passwordResetMail({ name, email, link, expiresAt }: Invitation): Mail {
  const text = `Hello ${name},

you asked for a new password for Orangery. Use this link to set one:

${link}

The link works once, until ${expiresAt.toUTCString()}. It replaces any earlier link.
If you did not ask for it, ignore this mail: your password stays as it is.
Anyone who has the link can set your password. Do not share it.
`
  return { to: email, subject: 'Your new password for Orangery', text }
}
