import type { Mail } from '../../mail/format-mail.ts'
import type { MailText } from '../../mail/texts/de.ts'
import type { MailFact, MailWords } from '../../mail/translated-words.ts'
import type { GrantDetails } from '../grants/grant.reads.ts'

export interface Reminded {
  readonly grant: GrantDetails
  /** The address of the person who gets the mail. */
  readonly email: string
  readonly link: string
  readonly words: MailWords
}

interface GrantMail {
  readonly subject: MailText
  readonly says: MailText
  /** The line before the address. */
  readonly asks: MailText
  /** The line after the address. */
  readonly adds?: MailText
}

// The mails about a grant. All but `firm_reminder` are for its client.
const MAILS = {
  client_reminder: {
    subject: 'The access of a firm ends soon',
    says: 'the access of a firm to your portfolio ends soon.',
    asks: 'You need to do nothing to let it end. To choose another end, or to end it now:',
  },
  firm_reminder: {
    subject: 'The access to a portfolio ends soon',
    says: 'the access of your firm to a portfolio ends soon.',
    asks: 'Only the client can extend it. The access:',
  },
  first_read: {
    subject: 'A firm has read your portfolio',
    says: 'a firm has read your portfolio for the first time since you gave it access.',
    asks: 'This page says what it reads, and how to change or end the access:',
  },
  narrowed: {
    subject: 'A firm can read less of your portfolio',
    says: 'a firm has reduced what it can read of your portfolio.',
    asks: 'You need to do nothing. This page says what it reads, and how to change or end the access:',
  },
  still_in_use: {
    subject: 'Does a firm still need your portfolio?',
    says: 'a firm can read your portfolio, and this access has no end date.',
    asks: 'Is it still in use? Keep it or end it here:',
    adds: 'It stays as it is until you end it. You will be asked again in a year.',
  },
} as const satisfies Record<string, GrantMail>

/** A mail about a grant, with these facts after the firm and the key. */
export function grantMail(
  { grant: { key }, email, link, words }: Reminded,
  kind: keyof typeof MAILS,
  facts: readonly MailFact[] = [],
): Mail {
  const { t } = words
  const { subject, says, asks, adds }: GrantMail = MAILS[kind]
  return words.letter(email, subject, [
    t(says),
    [[t('Firm'), key.firm.name], [t('Key'), key.name], ...facts],
    t(asks),
    link,
    ...(adds ? [t(adds)] : []),
  ])
}
