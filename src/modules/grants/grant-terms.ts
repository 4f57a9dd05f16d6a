import {
  type AssetFilter,
  FILTER_KINDS,
  filterValues,
  invalidFilter,
} from '../../access/asset-filter.ts'
import type { Scope } from '../../access/scopes.ts'
import type { Transaction } from '../../database/change.ts'
import type { Grant } from '../../generated/prisma/client.ts'
import { type Category, isCategory } from '../../values/categories.ts'
import { latest } from '../../values/instant.ts'
import type { DetailsOf } from '../audit/actions.ts'
import { compareMembers } from '../audit/details.ts'

/** The terms of a grant, as they are stored. */
export type Terms = Pick<Grant, 'scopes' | 'filterType' | 'filterValues' | 'expiresAt'>

/**
 * A filter in its stored form, with sorted values. Throws `invalid_parameter` if it names an asset or a collection that
 * this client does not have. An id of `before`, the filter that changes, stays also if its asset or collection is gone.
 */
export async function storeFilter(
  tx: Transaction,
  clientId: string,
  filter: AssetFilter,
  before?: Pick<Terms, 'filterType' | 'filterValues'>,
): Promise<Pick<Terms, 'filterType' | 'filterValues'>> {
  const values = filterValues(filter).sort()
  const { names } = FILTER_KINDS[filter.type]
  if (names) {
    const { table, id } = names
    const known = await tx.$queryRawUnsafe<{ id: string }[]>(
      `SELECT ${id} AS id FROM ${table} WHERE client_id = $1 AND ${id} = ANY ($2::text[])`,
      clientId,
      values,
    )
    const kept = before?.filterType === filter.type ? before.filterValues : []
    const ids = new Set([...known.map((row) => row.id), ...kept])
    const unknown = values.find((value) => !ids.has(value))
    if (unknown !== undefined) throw invalidFilter(names.unknown(unknown))
  }
  return { filterType: filter.type, filterValues: values }
}

/** The terms for the audit log. */
export function describeTerms(terms: Terms) {
  return {
    scopes: terms.scopes,
    asset_filter: terms.filterType,
    filter_values: terms.filterValues,
    expires_at: terms.expiresAt?.toISOString() ?? null,
  }
}

/** The terms that differ, for the audit log. Values of a filter are given with its type. */
export function compareTerms(before: Terms, after: Terms): DetailsOf<'grant.updated'> {
  const changes = compareMembers(describeTerms(before), describeTerms(after))
  return 'filter_values' in changes ? { asset_filter: after.filterType, ...changes } : changes
}

/** Whether both terms show the same data. The expiry may differ. */
export function showsSame(before: Terms, after: Terms): boolean {
  const { expires_at: _, ...changes } = compareMembers(describeTerms(before), describeTerms(after))
  return Object.keys(changes).length === 0
}

/** The instant of the last change of a grant, of any kind. */
export function lastChangeOf(grant: Pick<Grant, 'updatedAt' | 'expiryChangedAt' | 'revokedAt'>) {
  return latest(grant.updatedAt, grant.expiryChangedAt, grant.revokedAt)
}

/**
 * Whether the new terms show nothing more than the old ones, and not for longer. A change that the terms alone cannot
 * decide counts as wider, because the assets of a category or a collection change.
 */
export function isNarrowing(before: Terms, after: Terms): boolean {
  return (
    isSubset(after.scopes, before.scopes) &&
    isNarrowerFilter(before, after) &&
    endsNoLater(before.expiresAt, after.expiresAt)
  )
}

export const EFFECTS = ['narrowed', 'widened', 'extended', 'shortened'] as const
export type Effect = (typeof EFFECTS)[number]

/** The effects of a change of terms. A change of the filter that they cannot decide is both narrowed and widened. */
export function effectsOf(before: Terms, after: Terms): readonly Effect[] {
  const from = { ...before, expiresAt: null }
  const to = { ...after, expiresAt: null }
  const effects: Readonly<Record<Effect, boolean>> = {
    narrowed: !isNarrowing(to, from),
    widened: !isNarrowing(from, to),
    extended: !endsNoLater(before.expiresAt, after.expiresAt),
    shortened: !endsNoLater(after.expiresAt, before.expiresAt),
  }
  return EFFECTS.filter((effect) => effects[effect])
}

function isNarrowerFilter(before: Terms, after: Terms): boolean {
  if (before.filterType === 'all') return true
  if (!FILTER_KINDS[after.filterType].additive) return false
  if (after.filterValues.length === 0) return true
  return after.filterType === before.filterType && isSubset(after.filterValues, before.filterValues)
}

function endsNoLater(before: Date | null, after: Date | null): boolean {
  if (before === null) return true
  return after !== null && after.getTime() <= before.getTime()
}

function isSubset(part: readonly string[], whole: readonly string[]): boolean {
  const allowed = new Set(whole)
  return part.every((each) => allowed.has(each))
}

/** The language of the words below, BCP 47. */
export const CONSENT_LANGUAGE = 'en'

export const SCOPE_WORDS = {
  registry: 'Basic information (title, category, quantity, ids and times)',
  valuation: 'Valuation (market value, purchase price, insurance value and the history of values)',
  detail: 'Details (description, notes, seller, storage location and collections)',
  category_detail: 'Category details (such as metal and purity, brand and model, or vintage)',
  documentation:
    'Documentation (which documents exist and how complete they are, never their contents)',
  estate:
    'Estate (who inherits each asset and what share, shared links, and how complete the estate planning is)',
  verification: 'Verification (status, risk score, signs of tampering and scans)',
} as const satisfies Readonly<Record<Scope, string>>

export const CATEGORY_WORDS = {
  precious_metals: 'Precious metals',
  watches: 'Watches',
  jewelry: 'Jewellery',
  gemstones: 'Gemstones',
  art: 'Art',
  antiques: 'Antiques',
  coins: 'Coins',
  wine: 'Wine',
  vehicles: 'Vehicles',
  books: 'Books',
  musical_instruments: 'Musical instruments',
  fashion: 'Fashion',
  collectibles: 'Collectibles',
  real_estate: 'Real estate',
  other: 'Other',
} as const satisfies Readonly<Record<Category, string>>

type Words = (typeof SCOPE_WORDS)[Scope] | (typeof CATEGORY_WORDS)[Category]
type Translate = (words: Words) => string

/** The descriptions of the scopes, in one line. */
export function scopesInWords(scopes: readonly Scope[], t: Translate = String): string {
  return scopes.map((scope) => t(SCOPE_WORDS[scope])).join('; ')
}

/** The names of categories from their stored slugs. */
export function categoriesInWords(slugs: readonly string[], t: Translate = String): string[] {
  return slugs.map((slug) => (isCategory(slug) ? t(CATEGORY_WORDS[slug]) : slug))
}
