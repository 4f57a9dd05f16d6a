import type { Metal } from './demo-asset.ts'
import { createRandom } from './random.ts'

const MONTHS = 15 * 12
const GRAMS_PER_TROY_OUNCE = 31.1034768

/** Fictional prices of today in US dollars per troy ounce, with monthly growth and variation. */
const PRICE_MODELS: Record<Metal, { today: number; growth: number; variation: number }> = {
  gold: { today: 4_080, growth: 0.008, variation: 0.03 },
  silver: { today: 49, growth: 0.007, variation: 0.05 },
  platinum: { today: 1_560, growth: 0.002, variation: 0.045 },
  palladium: { today: 1_390, growth: 0.003, variation: 0.06 },
}

interface SpotPrice {
  at: Date
  usdPerGram: number
}

/**
 * Fictional spot prices on the first of each month, newest first, for 15 years. The newest price does
 * not depend on `now`; each older one is a step back in a random walk.
 */
export function spotPrices(metal: Metal, now: Date): SpotPrice[] {
  const random = createRandom(metal)
  const { today, growth, variation } = PRICE_MODELS[metal]
  let price = today / GRAMS_PER_TROY_OUNCE
  return Array.from({ length: MONTHS }, (_, monthsAgo) => {
    const usdPerGram = price
    price /= 1 + growth + variation * random.variation()
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1))
    return { at, usdPerGram }
  })
}
