import type { AssetFilterType } from '../../access/asset-filter.ts'
import { isCategory } from '../../access/categories.ts'
import type { Mail } from '../../mail/format-mail.ts'
import { CATEGORY_WORDS, SCOPE_WORDS } from './consent-words.ts'
import type { Recipient } from './notice.reads.ts'
import type { Receipt, ReceiptEvent } from './receipt.ts'

const SUBJECTS: Readonly<Record<ReceiptEvent, (firm: string) => string>> = {
  approved: (firm) => `Receipt: ${firm} can read your portfolio`,
  changed: (firm) => `Receipt: you changed what ${firm} can read`,
  expired: (firm) => `Receipt: the access of ${firm} has ended`,
  revoked: (firm) => `Receipt: the access of ${firm} has ended`,
}

/** The mail with a receipt, for the client of the grant. */
export function receiptMail(receipt: Receipt, to: Recipient, link: string): Mail {
  const { event, grant, version, at, firmName, keyName, consent, terms } = receipt
  const facts: readonly (readonly [string, string | null])[] = [
    ['What happened', WHAT[event](receipt)],
    ['When', at.toUTCString()],
    ['Firm', firmName],
    ['Key', keyName],
    ['Client', receipt.clientName],
    ['Agreed to', consent && `\n${consent.sentence}`],
    ['Scopes', terms?.scopes.map((scope) => SCOPE_WORDS[scope]).join('; ') ?? null],
    ['Assets', terms && ASSETS[terms.filterType](terms.filterValues)],
    ['End of the terms', terms && (terms.expiresAt?.toUTCString() ?? 'none')],
    ['Grant', `${grant.id}, version ${version}`],
    ['Consent', consent && `${grant.id}:${version}`],
    ['Terms digest', consent?.digest ?? null],
  ]
  const lines = facts.flatMap(([name, value]) => (value === null ? [] : `${name}: ${value}`))
  const text = `Hello ${to.name},

this is your receipt. Keep it, or open it to print it:

${link}

${lines.join('\n')}
`
  return { to: to.email, subject: SUBJECTS[event](firmName), text }
}

const WHAT: Readonly<Record<ReceiptEvent, (receipt: Receipt) => string>> = {
  approved: () => 'You approved a connection link.',
  changed: () => 'You changed the terms.',
  expired: () => 'The end of the terms was reached.',
  revoked: ({ endedBy, firmName }) =>
    ({
      client: 'You revoked the access.',
      firm: `${firmName} gave the access back.`,
      operator: 'The operator of this service revoked the access.',
      key: `The key was revoked, and the access ended with it.`,
      unknown: 'The access was revoked.',
    })[endedBy ?? 'unknown'],
}

const ASSETS: Readonly<Record<AssetFilterType, (values: readonly string[]) => string>> = {
  all: () => 'all',
  category: (slugs) =>
    `in ${slugs.map((slug) => (isCategory(slug) ? CATEGORY_WORDS[slug] : slug)).join(', ')}`,
  items: ({ length }) => `${length} chosen`,
  collection: () => 'in one collection',
}
