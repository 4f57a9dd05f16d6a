import type { Category } from '../access/categories.ts'

/** The metals that have a spot price. */
export const METAL_NAMES = ['gold', 'silver', 'platinum', 'palladium'] as const
export type Metal = (typeof METAL_NAMES)[number]

/**
 * What a thing is worth today, the whole holding: its metal at the spot price, a figure in US
 * dollars that somebody put on it, or nothing that anybody has said.
 */
export type Worth = { metal: Metal; fineGrams: number } | { usd: number } | 'unknown'

/** One thing of the catalogue, before it is anybody's. */
export interface Thing {
  category: Category
  title: string
  worth: Worth
  /** How many pieces; one where it is absent. */
  quantity?: string
  /** The first year in which it could be bought, where that is not long ago. */
  onSaleFrom?: number
  description?: string
  /** The members of the category's detail, without its `type`. */
  detail: Record<string, unknown>
}

/** What a cell of dollars says; a dash says that nobody knows. */
export function worthOf(usd: string): Worth {
  return usd === '-' ? 'unknown' : { usd: Number(usd) }
}

/** The metal of that name; an error for any other text. */
export function metalOf(name: string): Metal {
  const metal = METAL_NAMES.find((known) => known === name)
  if (!metal) throw new Error(`Not a metal with a spot price: ${name}`)
  return metal
}
