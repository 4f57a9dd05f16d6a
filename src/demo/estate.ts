import { daysAfter } from './dates.ts'
import type { Random } from './random.ts'

export interface Heir {
  name: string
  relationship: string
  share_percent: number
}

/** The gaps in the estate planning of an asset, with their weights, heaviest first. */
const GAP_WEIGHTS = {
  heirs_missing: 30,
  proof_of_ownership_missing: 20,
  appraisal_missing: 20,
  value_unknown: 20,
  storage_location_missing: 10,
} as const

type ReadinessGap = keyof typeof GAP_WEIGHTS

/** The readiness score of an asset, 0 to 100, and its gaps, heaviest first. */
export function rateReadiness(present: Record<ReadinessGap, boolean>): {
  score: number
  gaps: ReadinessGap[]
} {
  const gaps = GAP_NAMES.filter((gap) => present[gap])
  return { score: 100 - gaps.reduce((sum, gap) => sum + GAP_WEIGHTS[gap], 0), gaps }
}

const GAP_NAMES = Object.keys(GAP_WEIGHTS) as ReadinessGap[]

const RECIPIENTS = [
  'Insurance broker',
  'Auction house, pre-sale review',
  'Tax adviser',
  'Notary',
  'Family album',
] as const

/** Creates random share links. Most expire, and some have expired already. */
export function createShareLinks(
  now: Date,
  random: Random,
): { label: string; expires_at?: string }[] {
  if (!random.chance(0.18)) return []
  const labels = new Set([random.pick(RECIPIENTS), random.pick(RECIPIENTS)])
  return [...labels].map((label) => {
    const expires = daysAfter(now, random.between(-240, 300)).toISOString()
    return random.chance(0.85) ? { label, expires_at: expires } : { label }
  })
}
