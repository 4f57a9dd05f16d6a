import type { Mail } from '../../mail/format-mail.ts'
import type { GrantDetails } from './grant.reads.ts'
import type { Recipient } from './notice.reads.ts'

interface Reminded {
  readonly grant: GrantDetails
  readonly to: Recipient
  /** The address of the page of the grant. */
  readonly link: string
}

/** The mail to a client before their grant expires. */
export function clientReminderMail({ grant, to, link }: Reminded, expiresAt: Date): Mail {
  const { firm, name } = grant.key
  const text = `Hello ${to.name},

the access of ${firm.name} to your portfolio, with the key “${name}”, ends on
${expiresAt.toUTCString()}.

You need to do nothing to let it end. To choose another end, or to end it now:

${link}
`
  return { to: to.email, subject: `The access of ${firm.name} ends soon`, text }
}

/** The mail to an admin of the firm before a grant expires. */
export function firmReminderMail({ grant, to, link }: Reminded, expiresAt: Date): Mail {
  const { key, client } = grant
  const text = `Hello ${to.name},

the access of ${key.firm.name} to the portfolio of ${client.name}, with the key “${key.name}”, ends on
${expiresAt.toUTCString()}.

Only the client can extend it. The access:

${link}
`
  return { to: to.email, subject: `The access to a portfolio ends soon`, text }
}

/** The yearly mail to a client whose grant has no end. */
export function stillInUseMail({ grant, to, link }: Reminded): Mail {
  const { firm, name } = grant.key
  const text = `Hello ${to.name},

${firm.name} can read your portfolio with the key “${name}”. This access has no end date.
Is it still in use? Keep it or end it here:

${link}

It stays as it is until you end it. You will be asked again in a year.
`
  return { to: to.email, subject: `Does ${firm.name} still need your portfolio?`, text }
}
