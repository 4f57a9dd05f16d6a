import type { Scope } from '../../access/scopes.ts'
import { type Category, isCategory } from '../../values/categories.ts'

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

/** The descriptions of the scopes, in one line. */
export function scopesInWords(scopes: readonly Scope[]): string {
  return scopes.map((scope) => SCOPE_WORDS[scope]).join('; ')
}

/** The names of categories from their stored slugs. */
export function categoriesInWords(slugs: readonly string[]): string[] {
  return slugs.map((slug) => (isCategory(slug) ? CATEGORY_WORDS[slug] : slug))
}
