import { factLines } from '../../mail/fact-lines.ts'
import type { Mail } from '../../mail/format-mail.ts'
import type { GrantDetails } from '../grants/grant.reads.ts'
import type { Recipient } from './notice.reads.ts'

interface Reminded {
  readonly grant: GrantDetails
  readonly to: Recipient
  /** The address of the page of the grant. */
  readonly link: string
}

/** The mail to a client before their grant expires. */
export function clientReminderMail({ grant, to, link }: Reminded, expiresAt: Date): Mail {
  const text = `Hello,

the access of a firm to your portfolio ends soon.

${factLines([...partiesOf(grant), ['End', expiresAt.toUTCString()]])}

You need to do nothing to let it end. To choose another end, or to end it now:

${link}
`
  return { to: to.email, subject: 'The access of a firm ends soon', text }
}

/** The mail to an admin of the firm before a grant expires. */
export function firmReminderMail({ grant, to, link }: Reminded, expiresAt: Date): Mail {
  const client = ['Client', grant.client.name] as const
  const text = `Hello,

the access of your firm to a portfolio ends soon.

${factLines([...partiesOf(grant), client, ['End', expiresAt.toUTCString()]])}

Only the client can extend it. The access:

${link}
`
  return { to: to.email, subject: 'The access to a portfolio ends soon', text }
}

/** The mail to a client after the first read under a grant. */
export function firstReadMail({ grant, to, link }: Reminded): Mail {
  const text = `Hello,

a firm has read your portfolio for the first time since you gave it access.

${factLines(partiesOf(grant))}

What it reads, and how to change or end the access:

${link}
`
  return { to: to.email, subject: 'A firm has read your portfolio', text }
}

/** The yearly mail to a client whose grant has no end. */
export function stillInUseMail({ grant, to, link }: Reminded): Mail {
  const text = `Hello,

a firm can read your portfolio, and this access has no end date.

${factLines(partiesOf(grant))}

Is it still in use? Keep it or end it here:

${link}

It stays as it is until you end it. You will be asked again in a year.
`
  return { to: to.email, subject: 'Does a firm still need your portfolio?', text }
}

function partiesOf({ key }: GrantDetails) {
  return [
    ['Firm', key.firm.name],
    ['Key', key.name],
  ] as const
}
