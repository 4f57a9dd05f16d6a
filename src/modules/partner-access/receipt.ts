import { isExpired } from '../../access/liveness.ts'
import type { Consent, GrantRevoker } from '../../generated/prisma/client.ts'
import type { GrantDetails } from './grant.reads.ts'
import type { Terms } from './grant-terms.ts'

/** What a receipt is for. */
export const RECEIPT_EVENTS = ['approved', 'changed', 'expired', 'revoked'] as const
export type ReceiptEvent = (typeof RECEIPT_EVENTS)[number]

/** Which receipt of a grant: of the agreement to a version of it, or of the end of that version. */
export interface ReceiptName {
  readonly version: number
  readonly end: 'expired' | 'revoked' | null
}

/** What a receipt states. It does not change after its event. */
export interface Receipt {
  readonly id: string
  readonly grant: GrantDetails
  readonly version: number
  readonly event: ReceiptEvent
  readonly at: Date
  /** Of a revocation; null if it is not recorded, and for the other events. */
  readonly endedBy: GrantRevoker | null
  /** What the client agreed to for this version. Null for a version that an operator made. */
  readonly consent: Consent | null
  /** Null where they are not recorded apart from the sentence. */
  readonly terms: Terms | null
  readonly clientName: string
  readonly firmName: string
  readonly keyName: string
  /** Whether the names are those of the event, and not those of today. */
  readonly namesRecorded: boolean
}

const NAME = /^([1-9]\d{0,8})(?:-(expired|revoked))?$/

/** The receipt that the last part of an address names; null for any other text. */
export function parseReceiptId(id: string): ReceiptName | null {
  const [, version, end] = NAME.exec(id) ?? []
  if (version === undefined) return null
  return { version: Number(version), end: end === 'expired' || end === 'revoked' ? end : null }
}

export function receiptId({ version, end }: ReceiptName): string {
  return end === null ? String(version) : `${version}-${end}`
}

/** The address of a receipt in the portal. */
export function receiptPath(grantId: string, name: ReceiptName): string {
  return `/connected-apps/${grantId}/receipts/${receiptId(name)}`
}

/**
 * The receipt of a grant with this name; null if there was no such event until `now`. `consents` are
 * those of the version and of the next one, where they exist.
 */
export function describeReceipt(
  grant: GrantDetails,
  name: ReceiptName,
  consents: readonly Consent[],
  now: Date,
): Receipt | null {
  const { version } = name
  const consent = consents.find((each) => each.version === version) ?? null
  const next = consents.find((each) => each.version === version + 1) ?? null
  const terms = termsOf(grant, version, consent)
  const happened = findEvent({ grant, name, consent, next, terms, now })
  if (happened === null) return null
  return {
    id: receiptId(name),
    grant,
    version,
    ...happened,
    consent,
    terms,
    clientName: consent?.clientName ?? grant.client.name,
    firmName: consent?.firmName ?? grant.key.firm.name,
    keyName: consent?.keyName ?? grant.key.name,
    namesRecorded: consent !== null && consent.clientName !== null,
  }
}

function termsOf(grant: GrantDetails, version: number, consent: Consent | null): Terms | null {
  if (consent?.filterType) {
    const { scopes, filterType, filterValues, expiresAt } = consent
    return { scopes, filterType, filterValues, expiresAt }
  }
  if (version !== grant.version) return null
  const { scopes, assetFilter, filterValues, expiresAt } = grant
  return { scopes, filterType: assetFilter, filterValues, expiresAt }
}

interface Versioned {
  readonly grant: GrantDetails
  readonly name: ReceiptName
  readonly consent: Consent | null
  readonly next: Consent | null
  readonly terms: Terms | null
  readonly now: Date
}

function findEvent(of: Versioned): Pick<Receipt, 'event' | 'at' | 'endedBy'> | null {
  const { grant, name, consent, terms } = of
  if (name.end === null) {
    if (consent === null) return null
    const event = consent.linkId === null ? 'changed' : 'approved'
    return { event, at: consent.at, endedBy: null }
  }
  if (name.end === 'revoked') {
    if (name.version !== grant.version || grant.revokedAt === null) return null
    return { event: 'revoked', at: grant.revokedAt, endedBy: grant.revokedBy }
  }
  const replacedAt = endOfVersion(of)
  const expiresAt = terms?.expiresAt ?? null
  if (expiresAt === null || replacedAt === null || !isExpired(expiresAt, replacedAt)) return null
  return { event: 'expired', at: expiresAt, endedBy: null }
}

// Until when a version lasted unless it expired before. Null where that is not known: an operator's change
// has no consent.
function endOfVersion({ grant, name, next, now }: Versioned): Date | null {
  if (name.version === grant.version) return grant.revokedAt ?? now
  return next?.at ?? null
}
