import type { AssetFilterType } from '../../access/asset-filter.ts'
import { factLines, type MailFact } from '../../mail/fact-lines.ts'
import type { Mail } from '../../mail/format-mail.ts'
import { categoriesInWords, scopesInWords } from '../grants/terms-in-words.ts'
import type { Recipient } from './notice.reads.ts'
import type { Receipt, ReceiptEvent } from './receipt.ts'

const SUBJECTS: Readonly<Record<ReceiptEvent, string>> = {
  approved: 'Receipt: a firm can read your portfolio',
  changed: 'Receipt: you changed what a firm can read',
  expired: 'Receipt: the access of a firm has ended',
  revoked: 'Receipt: the access of a firm has ended',
}

/** The mail with a receipt, for the client of the grant. */
export function receiptMail(receipt: Receipt, to: Recipient, link: string): Mail {
  const { event, grant, version, at, firmName, keyName, consent, terms } = receipt
  const facts: readonly MailFact[] = [
    ['What happened', WHAT[event](receipt)],
    ['When', at.toUTCString()],
    ['Firm', firmName],
    ['Verified', identityLine(receipt)],
    ['Key', keyName],
    ['Client', receipt.clientName],
    ['The firm knows you as', grant.reference],
    ['Deletion', event === 'revoked' ? deletionLine(receipt) : null],
    ['Agreed to', consent?.sentence ?? null],
    ['Scopes', terms && scopesInWords(terms.scopes)],
    ['Assets', terms && ASSETS[terms.filterType](terms.filterValues)],
    ['End of the terms', terms && (terms.expiresAt?.toUTCString() ?? 'none')],
    ['Grant', `${grant.id}, version ${version}`],
    ['Consent', consent && `${grant.id}:${version}`],
    ['Terms digest', consent?.digest ?? null],
  ]
  const text = `Hello,

this is your receipt. Keep it, or open it to print it:

${link}

${factLines(facts)}
`
  return { to: to.email, subject: SUBJECTS[event], text }
}

// A receipt from before identities says nothing of them.
function identityLine({ firmIdentity }: Receipt): string | null {
  if (!firmIdentity) return null
  const { website, registration, contact, verifiedOn } = firmIdentity
  return `${website}, ${registration}, ${contact}; verified on ${verifiedOn} by staff`
}

function deletionLine({ grant }: Receipt): string | null {
  return grant.deletionRequestedAt && 'You asked the firm to delete what it has read.'
}

const WHAT: Readonly<Record<ReceiptEvent, (receipt: Receipt) => string>> = {
  approved: () => 'You approved a connection link.',
  changed: () => 'You changed the terms.',
  expired: () => 'The end of the terms was reached.',
  revoked: ({ endedBy }) =>
    ({
      client: 'You revoked the access.',
      firm: 'The firm gave the access back.',
      operator: 'The operator of this service revoked the access.',
      key: 'The key was revoked, and the access ended with it.',
      unknown: 'The access was revoked.',
    })[endedBy ?? 'unknown'],
}

const ASSETS: Readonly<Record<AssetFilterType, (values: readonly string[]) => string>> = {
  all: () => 'all',
  category: (slugs) => `in ${categoriesInWords(slugs).join(', ')}`,
  items: ({ length }) => `${length} chosen`,
  collection: () => 'in one collection',
}
