import type { Category } from '../values/categories.ts'

/** The metals that have a spot price. */
const METAL_NAMES = ['gold', 'silver', 'platinum', 'palladium'] as const
export type Metal = (typeof METAL_NAMES)[number]

/** The value of all pieces of an asset today: by the spot price of its metal, in US dollars, or unknown. */
export type DemoValue = { metal: Metal; fineGrams: number } | { usd: number } | 'unknown'

/** An asset of the catalogue, which is not yet assigned to an owner. */
export interface DemoAsset {
  category: Category
  title: string
  value: DemoValue
  /** The number of pieces. Default: 1. */
  quantity?: string
  /** The first year in which it could be bought. Default: it always could. */
  availableFrom?: number
  description?: string
  /** The members of the category detail, without `type`. */
  detail: Record<string, unknown>
}

/** Parses a cell in US dollars; a dash is an unknown value. */
export function parseValue(usd: string): DemoValue {
  return usd === '-' ? 'unknown' : { usd: Number(usd) }
}

/** Parses the name of a metal. Throws for any other text. */
export function parseMetal(name: string): Metal {
  const metal = METAL_NAMES.find((known) => known === name)
  if (!metal) throw new Error(`Not a metal with a spot price: ${name}`)
  return metal
}
