import type { Category } from '../access/categories.ts'
import { daysAfter, yearsAfter } from './dates.ts'
import { roundly } from './money.ts'
import type { Random } from './random.ts'
import { spotPrices } from './spot.ts'
import type { Thing, Worth } from './thing.ts'

export interface Valuation {
  value: number
  source: string
  at: Date
}

/** How an owner came by a thing, and what a dollar is in the owner's currency. */
export interface Ownership {
  acquired: Date
  inherited: boolean
  perUsd: number
  now: Date
}

/** What a year does to a value: its usual growth, and how far it strays from that. */
const YEARS: Partial<Record<Category, { growth: number; swing: number }>> = {
  watches: { growth: 0.05, swing: 0.07 },
  wine: { growth: 0.06, swing: 0.05 },
  art: { growth: 0.05, swing: 0.06 },
  gemstones: { growth: 0.04, swing: 0.03 },
  coins: { growth: 0.05, swing: 0.04 },
  real_estate: { growth: 0.04, swing: 0.02 },
  vehicles: { growth: 0.03, swing: 0.08 },
  fashion: { growth: 0.01, swing: 0.08 },
}
const ANY_YEAR = { growth: 0.025, swing: 0.04 }

/** What was said of a thing's value since it was acquired, oldest first; it may be nothing. */
export function valuationsOf(thing: Thing, ownership: Ownership, random: Random): Valuation[] {
  const { worth } = thing
  if (worth === 'unknown') return []
  if ('usd' in worth) return yearly(worth.usd, thing.category, ownership, random)
  return monthly(worth, ownership)
}

type InMetal = Extract<Worth, { metal: unknown }>

function monthly({ metal, fineGrams }: InMetal, ownership: Ownership): Valuation[] {
  const { acquired, inherited, perUsd, now } = ownership
  const months = spotPrices(metal, now)
    .filter(({ at }) => at > acquired)
    .map(({ at, usdPerGram }) => ({
      value: fineGrams * usdPerGram * perUsd,
      source: 'spot_price',
      at,
    }))
    .reverse()
  const first = months[0]
  if (!first) return []
  // A buyer pays a little more than the metal.
  const price = first.value * (inherited ? 1 : 1.03)
  return [{ value: price, source: inherited ? 'probate' : 'purchase', at: acquired }, ...months]
}

function yearly(usd: number, category: Category, ownership: Ownership, random: Random) {
  const { acquired, inherited, perUsd, now } = ownership
  const { growth, swing } = YEARS[category] ?? ANY_YEAR
  const valuations: Valuation[] = []
  let value = usd * perUsd
  for (let year = now.getUTCFullYear() - acquired.getUTCFullYear(); year > 0; year -= 1) {
    const at = daysAfter(yearsAfter(acquired, year), random.whole(-20, 20))
    if (at > now) continue
    valuations.unshift({ value: roundly(value), source: sourceOf(random), at })
    value /= 1 + growth + swing * random.swing()
  }
  const source = inherited ? 'probate' : 'purchase'
  return [{ value: roundly(value), source, at: acquired }, ...valuations]
}

function sourceOf(random: Random): string {
  return random.pick(['appraisal', 'appraisal', 'appraisal', 'auction_result', 'user_estimate'])
}
