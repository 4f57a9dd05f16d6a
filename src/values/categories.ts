import { lowerAscii } from './text.ts'

// Every category of asset by its slug, which REST and GraphQL use: its code in registry ids, and its description.
const KNOWN = {
  precious_metals: ['PM', 'Bars and coins held for their metal.'],
  watches: ['WT', 'Wrist and pocket watches.'],
  jewelry: ['JW', 'Jewelry.'],
  gemstones: ['GM', 'Loose stones.'],
  art: ['AR', 'Works of art.'],
  antiques: ['AN', 'Antiques.'],
  coins: ['CN', 'Collected coins.'],
  wine: ['WN', 'Wine and spirits.'],
  vehicles: ['VH', 'Vehicles.'],
  books: ['BK', 'Books and manuscripts.'],
  musical_instruments: ['MI', 'Musical instruments.'],
  fashion: ['FS', 'Clothes, bags and shoes.'],
  collectibles: ['CL', 'Collectibles.'],
  real_estate: ['RE', 'Land and buildings.'],
  other: ['OT', 'Assets of no other category.'],
} as const

export type Category = keyof typeof KNOWN

export const CATEGORIES = Object.keys(KNOWN) as Category[]

export const CATEGORY_CODES = ofEach(([code]) => code)

export const CATEGORY_DESCRIPTIONS = ofEach(([code, text]) => `${text} Code ${code}.`)

function ofEach(textOf: (known: readonly [code: string, text: string]) => string) {
  const texts = CATEGORIES.map((slug) => [slug, textOf(KNOWN[slug])])
  return Object.fromEntries(texts) as Readonly<Record<Category, string>>
}

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
  return typeof value === 'string' && Object.hasOwn(KNOWN, value)
}
