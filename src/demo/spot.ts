import { randomOf } from './random.ts'
import type { Metal } from './thing.ts'

const MONTHS = 15 * 12
const GRAMS_PER_TROY_OUNCE = 31.1034768

/** Where the made-up price stands today in dollars per troy ounce, and how it got there. */
const WALKS: Record<Metal, { today: number; growth: number; swing: number }> = {
  gold: { today: 4_080, growth: 0.008, swing: 0.03 },
  silver: { today: 49, growth: 0.007, swing: 0.05 },
  platinum: { today: 1_560, growth: 0.002, swing: 0.045 },
  palladium: { today: 1_390, growth: 0.003, swing: 0.06 },
}

export interface SpotPrice {
  at: Date
  usdPerGram: number
}

/**
 * Made-up spot prices of the first of each month, newest first, over fifteen years. The newest
 * is the same whatever `now` is; each older one is a step back of a random walk.
 */
export function spotPrices(metal: Metal, now: Date): SpotPrice[] {
  const random = randomOf(metal)
  const { today, growth, swing } = WALKS[metal]
  let price = today / GRAMS_PER_TROY_OUNCE
  return Array.from({ length: MONTHS }, (_, monthsAgo) => {
    const usdPerGram = price
    price /= 1 + growth + swing * random.swing()
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1))
    return { at, usdPerGram }
  })
}
