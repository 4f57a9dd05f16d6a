import type { Category } from '../values/categories.ts'
import { roundAmount } from './amounts.ts'
import { daysAfter, yearsAfter } from './dates.ts'
import type { DemoAsset, DemoValue } from './demo-asset.ts'
import type { Random } from './random.ts'
import { spotPrices } from './spot-prices.ts'

export interface Valuation {
  value: number
  source: string
  at: Date
}

/** How and when the owner acquired an asset, and the exchange rate of the owner's currency. */
export interface Ownership {
  acquired: Date
  inherited: boolean
  currencyPerUsd: number
  now: Date
}

/** The yearly growth of a value, and its random variation. */
const YEARLY_CHANGES: Partial<Record<Category, { growth: number; variation: number }>> = {
  watches: { growth: 0.05, variation: 0.07 },
  wine: { growth: 0.06, variation: 0.05 },
  art: { growth: 0.05, variation: 0.06 },
  gemstones: { growth: 0.04, variation: 0.03 },
  coins: { growth: 0.05, variation: 0.04 },
  real_estate: { growth: 0.04, variation: 0.02 },
  vehicles: { growth: 0.03, variation: 0.08 },
  fashion: { growth: 0.01, variation: 0.08 },
}
const DEFAULT_CHANGE = { growth: 0.025, variation: 0.04 }

/** Creates the valuations of an asset since it was acquired, oldest first. Unknown values have none. */
export function createValuations(
  { value, category }: DemoAsset,
  ownership: Ownership,
  random: Random,
): Valuation[] {
  if (value === 'unknown') return []
  if ('usd' in value) return yearly(value.usd, category, ownership, random)
  return monthly(value, ownership)
}

type MetalValue = Extract<DemoValue, { metal: unknown }>

function monthly({ metal, fineGrams }: MetalValue, ownership: Ownership): Valuation[] {
  const { acquired, inherited, currencyPerUsd, now } = ownership
  const months = spotPrices(metal, now)
    .filter(({ at }) => at > acquired)
    .map(({ at, usdPerGram }) => ({
      value: fineGrams * usdPerGram * currencyPerUsd,
      source: 'spot_price',
      at,
    }))
    .reverse()
  const first = months[0]
  if (!first) return []
  // Buyers pay a premium on the price of the metal.
  const price = first.value * (inherited ? 1 : 1.03)
  return [{ value: price, source: inherited ? 'probate' : 'purchase', at: acquired }, ...months]
}

function yearly(usd: number, category: Category, ownership: Ownership, random: Random) {
  const { acquired, inherited, currencyPerUsd, now } = ownership
  const { growth, variation } = YEARLY_CHANGES[category] ?? DEFAULT_CHANGE
  const valuations: Valuation[] = []
  let value = usd * currencyPerUsd
  for (let year = now.getUTCFullYear() - acquired.getUTCFullYear(); year > 0; year -= 1) {
    const at = daysAfter(yearsAfter(acquired, year), random.integer(-20, 20))
    if (at > now) continue
    valuations.unshift({ value: roundAmount(value), source: pickSource(random), at })
    value /= 1 + growth + variation * random.variation()
  }
  const source = inherited ? 'probate' : 'purchase'
  return [{ value: roundAmount(value), source, at: acquired }, ...valuations]
}

function pickSource(random: Random): string {
  return random.pick(['appraisal', 'appraisal', 'appraisal', 'auction_result', 'user_estimate'])
}
