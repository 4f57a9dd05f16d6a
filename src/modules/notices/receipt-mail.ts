import type { Mail } from '../../mail/format-mail.ts'
import type { MailText } from '../../mail/texts/de.ts'
import type { MailFact, MailWords } from '../../mail/translated-words.ts'
import { categoriesInWords, scopesInWords, type Terms } from '../grants/grant-terms.ts'
import type { Receipt, ReceiptEvent } from './receipt.ts'
import type { Reminded } from './reminder-mail.ts'

const SUBJECTS: Readonly<Record<ReceiptEvent, MailText>> = {
  approved: 'Receipt: a firm can read your portfolio',
  changed: 'Receipt: you changed what a firm can read',
  expired: 'Receipt: the access of a firm has ended',
  revoked: 'Receipt: the access of a firm has ended',
}

/** The mail with a receipt, for the client of the grant. The sentence that was agreed to stays in its language. */
export function receiptMail(
  receipt: Receipt,
  { email, words, link }: Omit<Reminded, 'grant'>,
): Mail {
  const { t } = words
  return words.letter(email, SUBJECTS[receipt.event], [
    t('this is your receipt. Keep it, or open it to print it:'),
    link,
    [...eventFacts(receipt, words), ...termsFacts(receipt, words)],
  ])
}

function eventFacts(receipt: Receipt, words: MailWords): readonly MailFact[] {
  const { event, grant, at, firmName, keyName, clientName } = receipt
  const { t, time } = words
  const isDeletion = event === 'revoked' && grant.deletionRequestedAt !== null
  return [
    [t('What happened'), t(whatHappened(receipt))],
    [t('When'), time(at)],
    [t('Firm'), firmName],
    [t('Verified'), identityLine(receipt, words)],
    [t('Key'), keyName],
    [t('Client'), clientName],
    [t('The firm knows you as'), grant.reference],
    [t('Deletion'), isDeletion ? t('You asked the firm to delete what it has read.') : null],
  ]
}

function termsFacts(
  { grant, version, consent, terms }: Receipt,
  words: MailWords,
): readonly MailFact[] {
  const { t, time } = words
  const grantLine = t('{id}, version {version}', { id: grant.id, version: String(version) })
  return [
    [t('Agreed to'), consent?.sentence ?? null],
    [t('Scopes'), terms && scopesInWords(terms.scopes, t)],
    [t('Assets'), terms && assetsOf(terms, words)],
    [t('End of the terms'), terms && (terms.expiresAt ? time(terms.expiresAt) : t('none'))],
    [t('Grant'), grantLine],
    [t('Consent'), consent && `${grant.id}:${version}`],
    [t('Terms digest'), consent?.digest ?? null],
  ]
}

// A receipt from before the identities of firms were recorded does not mention them.
function identityLine({ firmIdentity }: Receipt, { t }: MailWords): string | null {
  if (!firmIdentity) return null
  const { website, registration, contact, verifiedOn } = firmIdentity
  const date = t('verified on {date} by staff', { date: verifiedOn })
  return `${website}, ${registration}, ${contact}; ${date}`
}

function whatHappened({ event, endedBy }: Receipt): MailText {
  return event === 'revoked' ? REVOKED_BY[endedBy ?? 'unknown'] : HAPPENED[event]
}

const HAPPENED = {
  approved: 'You approved a connection link.',
  changed: 'You changed the terms.',
  expired: 'The end of the terms was reached.',
} as const

const REVOKED_BY = {
  client: 'You revoked the access.',
  firm: 'The firm gave the access back.',
  operator: 'The operator of this service revoked the access.',
  key: 'The key was revoked, and the access ended with it.',
  unknown: 'The access was revoked.',
} as const

function assetsOf({ filterType, filterValues }: Terms, { t, list }: MailWords): string {
  switch (filterType) {
    case 'all':
      return t('all')
    case 'category':
      return t('in {categories}', { categories: list(categoriesInWords(filterValues, t)) })
    case 'items':
      return t('{count} chosen', { count: filterValues.length })
    case 'collection':
      return t('in one collection')
  }
}
