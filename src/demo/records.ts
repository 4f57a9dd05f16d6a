import type { z } from 'zod'
import type { RecordSchema } from '../importer/records.ts'
import { CATEGORY_CODES } from '../values/categories.ts'
import { formatAmount, roundAmount } from './amounts.ts'
import { daysAfter } from './dates.ts'
import type { DemoAsset } from './demo-asset.ts'
import { createDocuments, type DemoDocument } from './documents.ts'
import { createShareLinks, rateReadiness } from './estate.ts'
import type { Owner } from './owners.ts'
import { createRandom, type Random } from './random.ts'
import { createValuations, type Valuation } from './valuations.ts'
import { createVerification } from './verification.ts'

/** One line of an import file. */
export type ImportRecord = z.input<RecordSchema>

const NOTES = [
  'Handle with gloves.',
  'Photographed for the last inventory.',
  'Box kept apart, same shelf.',
  'On display in the study; back to storage in autumn.',
  'Not to be sold before the others of its series.',
] as const

const INTERNAL_NOTES = [
  'Client asked not to be called about this item before the spring review.',
  'Second opinion on the value is due; do not quote the first.',
  'Family disagrees about this one. Speak to the client alone.',
  'Combination of the case is with the senior partner.',
  'Buyer has asked twice. Client has not been told the offer.',
] as const

/** Creates the records of one asset of an owner: the asset, its valuations and its documents. */
export function createRecords(
  asset: DemoAsset,
  owner: Owner,
  number: number,
  now: Date,
): ImportRecord[] {
  const ref = `${CATEGORY_CODES[asset.category]}-${String(number).padStart(3, '0')}`
  const random = createRandom(`${owner.key} ${ref}`)
  const acquired = acquisitionDate(asset, now, random)
  const inherited = random.chance(0.2)
  const valuations = createValuations(
    asset,
    { acquired, inherited, currencyPerUsd: owner.currencyPerUsd, now },
    random,
  )
  const documents = createDocuments(asset, { acquired, inherited, now }, random)
  const facts = { acquired, inherited, valuations, documents, now }
  return [
    { type: 'asset', ref, ...createAssetRecord(asset, owner, facts, random) },
    ...valuations.map(({ value, source, at }) => ({
      type: 'valuation' as const,
      asset: ref,
      value: formatAmount(value),
      source,
      valued_at: at.toISOString(),
    })),
    ...documents.map((document) => createDocumentRecord(document, ref, owner)),
  ]
}

// Between 400 days and 11.5 years ago, but not before the asset was available.
function acquisitionDate({ availableFrom = 0 }: DemoAsset, now: Date, random: Random): Date {
  const days = 365.25 * Math.min(11.5, now.getUTCFullYear() - availableFrom)
  return daysAfter(now, -random.between(400, Math.max(400, days)))
}

interface Facts {
  acquired: Date
  inherited: boolean
  valuations: Valuation[]
  documents: DemoDocument[]
  now: Date
}

function createAssetRecord(asset: DemoAsset, owner: Owner, facts: Facts, random: Random) {
  const { category, title, quantity = '1', description, detail } = asset
  const { acquired, inherited, documents, now } = facts
  const heirs = random.chance(0.6) ? [...random.pick(owner.inheritancePlans)] : []
  const location = random.chance(0.88)
    ? { storage_location: random.pick(owner.storageLocations) }
    : {}
  return {
    title,
    category,
    quantity,
    ...createAmounts(asset, facts, random),
    ...(description && { description }),
    ...(random.chance(0.35) && { notes: random.pick(NOTES) }),
    seller: inherited ? 'Inherited' : random.pick(owner.sellers),
    ...location,
    collections: pickCollections(asset, owner, random),
    category_detail: { type: category, ...detail },
    ...(random.chance(0.6) && { internal_notes: random.pick(INTERNAL_NOTES) }),
    heirs,
    share_links: createShareLinks(now, random),
    readiness: rateReadiness({
      heirs_missing: heirs.length === 0,
      proof_of_ownership_missing: !documents.some(({ type }) => PROOFS.includes(type)),
      appraisal_missing: !documents.some(({ type }) => type === 'appraisal'),
      value_unknown: facts.valuations.length === 0,
      storage_location_missing: !('storage_location' in location),
    }),
    verification: createVerification(category, acquired, now, random),
    created_at: daysAfter(acquired, random.between(0, 40)).toISOString(),
  }
}

const PROOFS = ['invoice', 'title_deed', 'provenance', 'registration']

// The market value of metals is left out: it follows the newest valuation.
function createAmounts(asset: DemoAsset, { valuations, inherited }: Facts, random: Random) {
  const [first] = valuations
  const newest = valuations.at(-1)
  if (!first || !newest || asset.value === 'unknown') return {}
  return {
    ...('usd' in asset.value && {
      market_value: formatAmount(newest.value),
      valued_at: newest.at.toISOString(),
    }),
    ...(!inherited && { purchase_price: formatAmount(first.value) }),
    ...(random.chance(0.7) && {
      insurance_value: formatAmount(roundAmount(newest.value * random.between(1.1, 1.25))),
    }),
  }
}

function pickCollections(asset: DemoAsset, owner: Owner, random: Random): string[] {
  return owner.collections
    .filter(
      ({ categories, fraction }) => categories.includes(asset.category) && random.chance(fraction),
    )
    .map(({ ref }) => ref)
}

function createDocumentRecord(
  { type, title, issuer, issuedOn, expiresOn, fileSize }: DemoDocument,
  asset: string,
  owner: Owner,
): ImportRecord {
  const extension = type === 'photograph' ? 'jpg' : 'pdf'
  return {
    type: 'document',
    asset,
    ref: `${asset}/${type}`,
    document_type: type,
    title,
    ...(issuer && { issuer }),
    issued_on: issuedOn,
    ...(expiresOn && { expires_on: expiresOn }),
    file_size: fileSize,
    file_path: `vault/${owner.key}/${asset}/${type}.${extension}`,
  }
}
