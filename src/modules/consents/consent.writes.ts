import type { Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { Grant, PrismaClient } from '../../generated/prisma/client.ts'
import { digestOf } from '../../values/ids.ts'
import { identityMembers, readIdentity } from '../firms/firm-identity.ts'
import { CONSENT_LANGUAGE, type Terms } from '../grants/grant-terms.ts'
import { writeConsentSentence } from './consent-sentence.ts'

/** The subject of a consent: these terms, for this firm's key. */
interface ConsentSubject {
  readonly clientId: string
  readonly key: { readonly id: string; readonly name: string; readonly firmId: string }
  readonly terms: Terms
  readonly purpose: string | null
  /** The firm's own id of the client: that of the link, or of the grant that is changed. */
  readonly reference: string | null
  /** The link that is approved, or the grant that is changed with the version that the client saw, or both. */
  readonly answers:
    | { readonly linkId: string }
    | { readonly linkId?: string; readonly grantId: string; readonly version: number }
}

/** The consent that the page showed, as the page sends it back. */
export interface ShownConsent {
  readonly timeZone?: string | null | undefined
  readonly termsDigest: string
}

export type ConsentDraft = Awaited<ReturnType<typeof draftConsent>>

/**
 * The sentence for the client, the sentence for the firm, and a digest of everything that decides them: the client, the
 * request, the terms, the identity of the firm and every name in the sentence. Throws `invalid_parameter` for an unknown time zone.
 */
export async function draftConsent(
  db: PrismaClient | Transaction,
  { clientId, key, terms, purpose, reference, answers }: ConsentSubject,
  timeZone: ShownConsent['timeZone'],
) {
  const client = await db.user.findUniqueOrThrow({ where: { id: clientId } })
  const firm = await db.firm.findUniqueOrThrow({ where: { id: key.firmId } })
  const collection = await readCollectionName(db, clientId, terms)
  const stated = { purpose, reference }
  const named = { ...terms, ...stated, client: client.name, firm: firm.name, key: key.name }
  const zone = timeZone ?? 'UTC'
  const sentence = writeConsentSentence({ ...named, collection }, zone)
  const firmSentence = writeConsentSentence({ ...named, collection: null }, zone)
  const { scopes, filterType, filterValues, expiresAt } = terms
  const decisive = [clientId, key.id, answers, scopes, filterType, filterValues, expiresAt]
  const firmIdentity = readIdentity(firm.identity)
  // Without an identity it is the digest of the releases that knew none.
  const verified = firmIdentity ? [identityMembers(firmIdentity)] : []
  const digest = digestOf([...decisive, CONSENT_LANGUAGE, sentence, ...verified])
  const names = { clientName: client.name, firmName: firm.name, keyName: key.name }
  return { sentence, firmSentence, language: CONSENT_LANGUAGE, digest, firmIdentity, ...names }
}

/** Stores the consent in the transaction of the grant. Throws `terms_changed` if the page showed something else. */
export async function recordConsent(
  tx: Transaction,
  grant: Grant,
  asked: Omit<ConsentSubject, 'clientId' | 'terms'>,
  shown: ShownConsent,
  at: Date,
): Promise<void> {
  const { clientId, id: grantId, version, scopes, filterType, filterValues, expiresAt } = grant
  const subject = { ...asked, clientId, terms: grant }
  const { firmIdentity: identity, ...draft } = await draftConsent(tx, subject, shown.timeZone)
  if (draft.digest !== shown.termsDigest)
    throw new GatewayError(
      'terms_changed',
      'The terms have changed since they were shown. Nothing was changed. Read what you would agree to again, and then decide.',
    )
  const { purpose, answers } = asked
  const linkId = answers.linkId ?? null
  const firmIdentity = identity ? { firmIdentity: { ...identity } } : {}
  const agreed = { scopes, filterType, filterValues, expiresAt, ...firmIdentity, ...draft }
  const row = { clientId, grantId, version, linkId, purpose, ...agreed, at }
  await tx.consent.createMany({ data: row })
}

/** The part of an agreement beside its terms, if a client changes a grant. It has the last purpose, if there is one. */
export async function ownChange(
  db: PrismaClient | Transaction,
  grant: Pick<Grant, 'clientId' | 'id' | 'version' | 'reference'>,
) {
  const { clientId, id: grantId, version, reference } = grant
  const where = { clientId, grantId }
  const latest = await db.consent.findFirst({ where, orderBy: { version: 'desc' } })
  return { purpose: latest?.purpose ?? null, reference, answers: { grantId, version } }
}

async function readCollectionName(
  db: PrismaClient | Transaction,
  clientId: string,
  { filterType, filterValues: [id] }: Terms,
): Promise<string | null> {
  if (filterType !== 'collection' || id === undefined) return null
  const found = await db.collection.findFirst({ where: { clientId, id }, select: { name: true } })
  return found?.name ?? null
}
