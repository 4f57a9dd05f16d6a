import { daysAfter } from './dates.ts'
import type { Random } from './random.ts'

export interface Heir {
  name: string
  relationship: string
  share_percent: number
}

/** What a thing still lacks before it can pass to its heirs, and how much that weighs. */
const GAPS = {
  heirs_missing: 30,
  proof_of_ownership_missing: 20,
  appraisal_missing: 20,
  value_unknown: 20,
  storage_location_missing: 10,
} as const

export type Gap = keyof typeof GAPS

/** How ready a thing is, 0 to 100, from which gaps there are; these in order of weight. */
export function readinessOf(found: Record<Gap, boolean>): { score: number; gaps: Gap[] } {
  const gaps = GAP_NAMES.filter((gap) => found[gap])
  return { score: 100 - gaps.reduce((sum, gap) => sum + GAPS[gap], 0), gaps }
}

const GAP_NAMES = Object.keys(GAPS) as Gap[]

const RECIPIENTS = [
  'Insurance broker',
  'Auction house, pre-sale review',
  'Tax adviser',
  'Notary',
  'Family album',
] as const

/** Links that the owner gave out: most end, and some have ended by now. */
export function shareLinksOf(now: Date, random: Random): { label: string; expires_at?: string }[] {
  if (!random.chance(0.18)) return []
  const labels = new Set([random.pick(RECIPIENTS), random.pick(RECIPIENTS)])
  return [...labels].map((label) => {
    const expires = daysAfter(now, random.between(-240, 300)).toISOString()
    return random.chance(0.85) ? { label, expires_at: expires } : { label }
  })
}
