import type { Category } from '../generated/graphql.ts'

/** What each category is called. */
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

/** The category of that slug, as the interface spells it; null for any other text. */
export function findCategory(slug: string): Category | null {
  return (
    Object.keys(CATEGORIES)
      .filter(isCategory)
      .find((name) => name === slug) ?? null
  )
}

function isCategory(name: string): name is Category {
  return name in CATEGORIES
}
