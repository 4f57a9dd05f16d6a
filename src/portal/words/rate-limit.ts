import type { Tier } from '../generated/graphql.ts'
import { formatNumber } from './format.ts'

export const TIERS: Readonly<Record<Tier, string>> = {
  sandbox: 'Sandbox',
  standard: 'Standard',
  elevated: 'Elevated',
  enterprise: 'Enterprise',
}

interface RateLimit {
  readonly tier: Tier
  readonly requestsPerMinute: number
}

/** "Standard, 1,000 per minute". */
export function formatRateLimit({ tier, requestsPerMinute }: RateLimit): string {
  return `${TIERS[tier]}, ${formatNumber(requestsPerMinute)} per minute`
}
