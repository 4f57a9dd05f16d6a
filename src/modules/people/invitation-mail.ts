import type { Mail } from '../../mail/format-mail.ts'
import type { RecoveredCredential } from '../../values/recovered-credentials.ts'
import { describeEnded } from './recovery.writes.ts'

/** A link with which a user sets a password. `ends` has the credentials that its use ends. */
export interface Invitation {
  readonly name: string
  readonly email: string
  readonly link: string
  readonly expiresAt: Date
  readonly ends: readonly RecoveredCredential[]
}

/** The mail that invites a user. */
export function invitationMail({ email, link, expiresAt, ends }: Invitation): Mail {
  const text = `Hello,

use this link to set your password for Orangery:

${link}

The link works once, until ${expiresAt.toUTCString()}. It replaces any earlier link.
${describeEnded(ends)}Anyone who has the link can set your password. Do not share it.
`
  return { to: email, subject: 'Your access to Orangery', text }
}

/** The mail to a user who has asked for a new password. */
export function passwordResetMail({ email, link, expiresAt, ends }: Invitation): Mail {
  const text = `Hello,

you asked for a new password for Orangery. Use this link to set one:

${link}

The link works once, until ${expiresAt.toUTCString()}. It replaces any earlier link.
${describeEnded(ends)}If you did not ask for it, ignore this mail: your password stays as it is.
Anyone who has the link can set your password. Do not share it.
`
  return { to: email, subject: 'Your new password for Orangery', text }
}
