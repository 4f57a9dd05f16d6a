import type { Mail } from '../../mail/format-mail.ts'
import type { MailText } from '../../mail/texts/de.ts'
import type { MailFact, MailWords } from '../../mail/words.ts'
import type { GrantDetails } from '../grants/grant.reads.ts'
import { SCOPE_WORDS } from '../grants/grant-terms.ts'
import type { Recipient } from '../mails/recipients.ts'

export interface Reminded {
  readonly grant: GrantDetails
  readonly to: Recipient
  readonly link: string
  readonly words: MailWords
}

/** The mail to a client before their grant expires. */
export function clientReminderMail(about: Reminded, expiresAt: Date): Mail {
  const { t, time } = about.words
  return grantMail(about, {
    subject: 'The access of a firm ends soon',
    says: 'the access of a firm to your portfolio ends soon.',
    facts: [[t('End'), time(expiresAt)]],
    asks: 'You need to do nothing to let it end. To choose another end, or to end it now:',
  })
}

/** The mail to an admin of the firm before a grant expires. */
export function firmReminderMail(about: Reminded, expiresAt: Date): Mail {
  const { t, time } = about.words
  return grantMail(about, {
    subject: 'The access to a portfolio ends soon',
    says: 'the access of your firm to a portfolio ends soon.',
    facts: [
      [t('Client'), about.grant.client.name],
      [t('End'), time(expiresAt)],
    ],
    asks: 'Only the client can extend it. The access:',
  })
}

/** The mail to a client after the first read under a grant. */
export function firstReadMail(about: Reminded): Mail {
  return grantMail(about, {
    subject: 'A firm has read your portfolio',
    says: 'a firm has read your portfolio for the first time since you gave it access.',
    asks: 'What it reads, and how to change or end the access:',
  })
}

/** The mail to a client after the firm has narrowed their grant. It has the present terms. */
export function narrowedMail(about: Reminded): Mail {
  const { t, time } = about.words
  const { scopes, expiresAt } = about.grant
  return grantMail(about, {
    subject: 'A firm can read less of your portfolio',
    says: 'a firm has reduced what it can read of your portfolio.',
    facts: [
      [t('Scopes'), scopes.map((scope) => t(SCOPE_WORDS[scope])).join('; ')],
      [t('End of the terms'), expiresAt ? time(expiresAt) : t('none')],
    ],
    asks: 'You need to do nothing. What it reads, and how to change or end the access:',
  })
}

/** The yearly mail to a client whose grant has no end. */
export function stillInUseMail(about: Reminded): Mail {
  return grantMail(about, {
    subject: 'Does a firm still need your portfolio?',
    says: 'a firm can read your portfolio, and this access has no end date.',
    asks: 'Is it still in use? Keep it or end it here:',
    adds: 'It stays as it is until you end it. You will be asked again in a year.',
  })
}

interface GrantMail {
  readonly subject: MailText
  readonly says: MailText
  /** The facts after the firm and the key. */
  readonly facts?: readonly MailFact[]
  /** The line before the address. */
  readonly asks: MailText
  /** The line after the address. */
  readonly adds?: MailText
}

function grantMail({ grant, to, link, words }: Reminded, mail: GrantMail): Mail {
  const { t } = words
  const { subject, says, facts = [], asks, adds } = mail
  const { key } = grant
  return words.letter(to.email, subject, [
    t(says),
    [[t('Firm'), key.firm.name], [t('Key'), key.name], ...facts],
    t(asks),
    link,
    ...(adds ? [t(adds)] : []),
  ])
}
