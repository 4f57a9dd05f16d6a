import type { Consent, GrantRevoker, PrismaClient } from '../../generated/prisma/client.ts'
import { readIdentity } from '../firms/firm-identity.ts'
import type { GrantDetails } from '../grants/grant.reads.ts'
import type { Terms } from '../grants/grant-terms.ts'

export type ReceiptEvent = 'approved' | 'changed' | 'expired' | 'revoked'

/** Identifies a receipt of a grant: the receipt of the agreement to a version, or of the end of that version. */
export interface ReceiptName {
  readonly version: number
  readonly end: 'expired' | 'revoked' | null
}

/** The content of a receipt. It does not change after its event. */
export type Receipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

interface Happened {
  readonly event: ReceiptEvent
  readonly at: Date
  /** The actor of a revocation. Null if it is not recorded, and for other events. */
  readonly endedBy: GrantRevoker | null
}

const NAME = /^([1-9]\d{0,8})(?:-(expired|revoked))?$/

/** Parses the last part of a receipt's address; null for any other text. */
export function parseReceiptId(id: string): ReceiptName | null {
  const [, version, end] = NAME.exec(id) ?? []
  if (version === undefined) return null
  return { version: Number(version), end: end === 'expired' || end === 'revoked' ? end : null }
}

function receiptId({ version, end }: ReceiptName): string {
  return end === null ? String(version) : `${version}-${end}`
}

export function receiptPath(grantId: string, name: ReceiptName): string {
  return `/connected-apps/${grantId}/receipts/${receiptId(name)}`
}

/** A receipt of a grant that the caller may see; null if there is none with this name, until `now`. */
export async function findReceipt(
  prisma: PrismaClient,
  grant: GrantDetails,
  name: ReceiptName,
  now: Date,
) {
  const { clientId, id: grantId } = grant
  const { version } = name
  const consents = await prisma.consent.findMany({
    where: { clientId, grantId, version: { in: [version, version + 1] } },
  })
  // It is null for a version that an operator created.
  const consent = consents.find((each) => each.version === version) ?? null
  const next = consents.find((each) => each.version === version + 1)
  const terms = termsOf(grant, version, consent)
  // When the version ended, if it had not expired before. Null if it is unknown: an operator's change has no consent.
  const endedAt = version === grant.version ? (grant.revokedAt ?? now) : (next?.at ?? null)
  const happened = findEvent(grant, name, consent, terms, endedAt)
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
    // The identity that the client was shown. Null: none was verified, or none is recorded.
    firmIdentity: readIdentity(consent?.firmIdentity ?? null),
    namesRecorded: consent !== null && consent.clientName !== null,
  }
}

// It is null if the terms are recorded only in the sentence.
function termsOf(grant: GrantDetails, version: number, consent: Consent | null): Terms | null {
  if (consent?.filterType) {
    const { scopes, filterType, filterValues, expiresAt } = consent
    return { scopes, filterType, filterValues, expiresAt }
  }
  if (version !== grant.version) return null
  const { scopes, assetFilter, filterValues, expiresAt } = grant
  return { scopes, filterType: assetFilter, filterValues, expiresAt }
}

function findEvent(
  grant: GrantDetails,
  { version, end }: ReceiptName,
  consent: Consent | null,
  terms: Terms | null,
  endedAt: Date | null,
): Happened | null {
  if (end === null) {
    if (consent === null) return null
    const event = consent.linkId !== null && version === 1 ? 'approved' : 'changed'
    return { event, at: consent.at, endedBy: null }
  }
  if (end === 'revoked') {
    if (version !== grant.version || grant.revokedAt === null) return null
    return { event: 'revoked', at: grant.revokedAt, endedBy: grant.revokedBy }
  }
  const expiresAt = terms?.expiresAt ?? null
  if (expiresAt === null || endedAt === null || expiresAt > endedAt) return null
  return { event: 'expired', at: expiresAt, endedBy: null }
}
