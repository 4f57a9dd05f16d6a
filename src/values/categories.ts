import { lowerAscii } from './text.ts'

/** Every category of asset: its slug, which REST and GraphQL use, and its code in registry ids. */
export const CATEGORY_CODES = {
  precious_metals: 'PM',
  watches: 'WT',
  jewelry: 'JW',
  gemstones: 'GM',
  art: 'AR',
  antiques: 'AN',
  coins: 'CN',
  wine: 'WN',
  vehicles: 'VH',
  books: 'BK',
  musical_instruments: 'MI',
  fashion: 'FS',
  collectibles: 'CL',
  real_estate: 'RE',
  other: 'OT',
} as const

export type Category = keyof typeof CATEGORY_CODES

/** The description of each category. */
export const CATEGORY_DESCRIPTIONS: Readonly<Record<Category, string>> = {
  precious_metals: 'Bars and coins held for their metal. Code PM.',
  watches: 'Wrist and pocket watches. Code WT.',
  jewelry: 'Jewelry. Code JW.',
  gemstones: 'Loose stones. Code GM.',
  art: 'Works of art. Code AR.',
  antiques: 'Antiques. Code AN.',
  coins: 'Collected coins. Code CN.',
  wine: 'Wine and spirits. Code WN.',
  vehicles: 'Vehicles. Code VH.',
  books: 'Books and manuscripts. Code BK.',
  musical_instruments: 'Musical instruments. Code MI.',
  fashion: 'Clothes, bags and shoes. Code FS.',
  collectibles: 'Collectibles. Code CL.',
  real_estate: 'Land and buildings. Code RE.',
  other: 'Assets of no other category. Code OT.',
}

export const CATEGORIES = Object.keys(CATEGORY_CODES) as Category[]

const BY_NAME = new Map<string, Category>(
  CATEGORIES.flatMap((slug) => [
    [slug, slug],
    [CATEGORY_CODES[slug].toLowerCase(), slug],
  ]),
)

/** The category that a slug or a code names, in any case; null for any other text. */
export function findCategory(name: string): Category | null {
  return BY_NAME.get(lowerAscii(name)) ?? null
}

/** Whether a value is the slug of a category. */
export function isCategory(value: unknown): value is Category {
  return typeof value === 'string' && Object.hasOwn(CATEGORY_CODES, value)
}
