import type { z } from 'zod'
import { CATEGORY_CODES } from '../access/categories.ts'
import type { record } from '../importer/records.ts'
import { daysAfter } from './dates.ts'
import { type Paper, papersOf } from './documents.ts'
import { readinessOf, shareLinksOf } from './estate.ts'
import { money, roundly } from './money.ts'
import type { Owner } from './owners.ts'
import { type Random, randomOf } from './random.ts'
import type { Thing } from './thing.ts'
import { type Valuation, valuationsOf } from './valuations.ts'
import { verificationOf } from './verification.ts'

/** One line of an import, as it is stated. */
export type ImportRecord = z.input<typeof record>

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

/** Everything that an import says of one thing of an owner: the asset, its values, its papers. */
export function recordsOf(thing: Thing, owner: Owner, number: number, now: Date): ImportRecord[] {
  const ref = `${CATEGORY_CODES[thing.category]}-${String(number).padStart(3, '0')}`
  const random = randomOf(`${owner.key} ${ref}`)
  const acquired = acquiredOn(thing, now, random)
  const inherited = random.chance(0.2)
  const valuations = valuationsOf(thing, { acquired, inherited, perUsd: owner.perUsd, now }, random)
  const papers = papersOf(thing, { acquired, inherited, now }, random)
  const facts = { acquired, inherited, valuations, papers, now }
  return [
    { type: 'asset', ref, ...assetOf(thing, owner, facts, random) },
    ...valuations.map(({ value, source, at }) => ({
      type: 'valuation' as const,
      asset: ref,
      value: money(value),
      source,
      valued_at: at.toISOString(),
    })),
    ...papers.map((paper) => documentOf(paper, ref, owner)),
  ]
}

// Between a year and eleven and a half years ago, but not before the thing was there.
function acquiredOn({ onSaleFrom = 0 }: Thing, now: Date, random: Random): Date {
  const days = 365.25 * Math.min(11.5, now.getUTCFullYear() - onSaleFrom)
  return daysAfter(now, -random.between(400, Math.max(400, days)))
}

interface Facts {
  acquired: Date
  inherited: boolean
  valuations: Valuation[]
  papers: Paper[]
  now: Date
}

function assetOf(thing: Thing, owner: Owner, facts: Facts, random: Random) {
  const { category, title, quantity = '1', description, detail } = thing
  const { acquired, inherited, papers, now } = facts
  const heirs = random.chance(0.6) ? [...random.pick(owner.wills)] : []
  const place = random.chance(0.88) ? { storage_location: random.pick(owner.places) } : {}
  return {
    title,
    category,
    quantity,
    ...amountsOf(thing, facts, random),
    ...(description && { description }),
    ...(random.chance(0.35) && { notes: random.pick(NOTES) }),
    seller: inherited ? 'Inherited' : random.pick(owner.sellers),
    ...place,
    collections: collectionsOf(thing, owner, random),
    category_detail: { type: category, ...detail },
    ...(random.chance(0.6) && { internal_notes: random.pick(INTERNAL_NOTES) }),
    heirs,
    share_links: shareLinksOf(now, random),
    readiness: readinessOf({
      heirs_missing: heirs.length === 0,
      proof_of_ownership_missing: !papers.some(({ type }) => PROOFS.includes(type)),
      appraisal_missing: !papers.some(({ type }) => type === 'appraisal'),
      value_unknown: facts.valuations.length === 0,
      storage_location_missing: !('storage_location' in place),
    }),
    verification: verificationOf(category, acquired, now, random),
    created_at: daysAfter(acquired, random.between(0, 40)).toISOString(),
  }
}

const PROOFS = ['invoice', 'title_deed', 'provenance', 'registration']

// The metal's value is left to follow the newest spot price.
function amountsOf({ worth }: Thing, { valuations, inherited }: Facts, random: Random) {
  const [first] = valuations
  const newest = valuations.at(-1)
  if (!first || !newest || worth === 'unknown') return {}
  return {
    ...('usd' in worth && {
      market_value: money(newest.value),
      valued_at: newest.at.toISOString(),
    }),
    ...(!inherited && { purchase_price: money(first.value) }),
    ...(random.chance(0.7) && {
      insurance_value: money(roundly(newest.value * random.between(1.1, 1.25))),
    }),
  }
}

function collectionsOf(thing: Thing, owner: Owner, random: Random): string[] {
  return owner.collections
    .filter(({ categories, share }) => categories.includes(thing.category) && random.chance(share))
    .map(({ ref }) => ref)
}

function documentOf(paper: Paper, asset: string, owner: Owner): ImportRecord {
  const ending = paper.type === 'photograph' ? 'jpg' : 'pdf'
  return {
    type: 'document',
    asset,
    ref: `${asset}/${paper.type}`,
    document_type: paper.type,
    title: paper.title,
    ...(paper.issuer && { issuer: paper.issuer }),
    issued_on: paper.issuedOn,
    ...(paper.expiresOn && { expires_on: paper.expiresOn }),
    file_size: paper.fileSize,
    file_path: `vault/${owner.key}/${asset}/${paper.type}.${ending}`,
  }
}
