import { factLines, type MailFact } from '../../mail/fact-lines.ts'
import type { Mail } from '../../mail/format-mail.ts'
import { type MailWords, mailText } from '../../mail/words.ts'
import type { GrantDetails } from '../grants/grant.reads.ts'
import { SCOPE_WORDS } from '../grants/terms-in-words.ts'
import type { Recipient } from '../mails/recipients.ts'

interface Reminded {
  readonly grant: GrantDetails
  readonly to: Recipient
  /** The address of the page of the grant. */
  readonly link: string
  readonly words: MailWords
}

/** The mail to a client before their grant expires. */
export function clientReminderMail({ grant, to, link, words }: Reminded, expiresAt: Date): Mail {
  const { t, time } = words
  const text = mailText([
    t('Hello,'),
    t('the access of a firm to your portfolio ends soon.'),
    factLines([...partiesOf(grant, words), [t('End'), time(expiresAt)]]),
    t('You need to do nothing to let it end. To choose another end, or to end it now:'),
    link,
  ])
  return { to: to.email, subject: t('The access of a firm ends soon'), text }
}

/** The mail to an admin of the firm before a grant expires. */
export function firmReminderMail({ grant, to, link, words }: Reminded, expiresAt: Date): Mail {
  const { t, time } = words
  const text = mailText([
    t('Hello,'),
    t('the access of your firm to a portfolio ends soon.'),
    factLines([
      ...partiesOf(grant, words),
      [t('Client'), grant.client.name],
      [t('End'), time(expiresAt)],
    ]),
    t('Only the client can extend it. The access:'),
    link,
  ])
  return { to: to.email, subject: t('The access to a portfolio ends soon'), text }
}

/** The mail to a client after the first read under a grant. */
export function firstReadMail({ grant, to, link, words }: Reminded): Mail {
  const { t } = words
  const text = mailText([
    t('Hello,'),
    t('a firm has read your portfolio for the first time since you gave it access.'),
    factLines(partiesOf(grant, words)),
    t('What it reads, and how to change or end the access:'),
    link,
  ])
  return { to: to.email, subject: t('A firm has read your portfolio'), text }
}

/** The mail to a client after the firm has narrowed their grant. It has the present terms. */
export function narrowedMail({ grant, to, link, words }: Reminded): Mail {
  const { t, time } = words
  const text = mailText([
    t('Hello,'),
    t('a firm has reduced what it can read of your portfolio.'),
    factLines([
      ...partiesOf(grant, words),
      [t('Scopes'), grant.scopes.map((scope) => t(SCOPE_WORDS[scope])).join('; ')],
      [t('End of the terms'), grant.expiresAt ? time(grant.expiresAt) : t('none')],
    ]),
    t('You need to do nothing. What it reads, and how to change or end the access:'),
    link,
  ])
  return { to: to.email, subject: t('A firm can read less of your portfolio'), text }
}

/** The yearly mail to a client whose grant has no end. */
export function stillInUseMail({ grant, to, link, words }: Reminded): Mail {
  const { t } = words
  const text = mailText([
    t('Hello,'),
    t('a firm can read your portfolio, and this access has no end date.'),
    factLines(partiesOf(grant, words)),
    t('Is it still in use? Keep it or end it here:'),
    link,
    t('It stays as it is until you end it. You will be asked again in a year.'),
  ])
  return { to: to.email, subject: t('Does a firm still need your portfolio?'), text }
}

function partiesOf({ key }: GrantDetails, { t }: MailWords): readonly MailFact[] {
  return [
    [t('Firm'), key.firm.name],
    [t('Key'), key.name],
  ]
}
