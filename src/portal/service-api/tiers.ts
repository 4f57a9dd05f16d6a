import type { Tier } from '../generated/graphql.ts'
import { numberInWords } from '../words.ts'

export const TIERS: Readonly<Record<Tier, string>> = {
  sandbox: 'Sandbox',
  standard: 'Standard',
  elevated: 'Elevated',
  enterprise: 'Enterprise',
}

/** "Standard, 1,000 per minute". */
export function limitInWords({
  tier,
  requestsPerMinute,
}: {
  tier: Tier
  requestsPerMinute: number
}) {
  return `${TIERS[tier]}, ${numberInWords(requestsPerMinute)} per minute`
}
