import type { Category } from '../generated/graphql.ts'

export const CATEGORIES: Readonly<Record<Category, string>> = {
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
}

/** Whether a text is one of the categories. */
export function isCategory(text: string): text is Category {
  return Object.hasOwn(CATEGORIES, text)
}

/** The label of a category; other text stays as it is. */
export function formatCategory(slug: string): string {
  return isCategory(slug) ? CATEGORIES[slug] : slug
}
