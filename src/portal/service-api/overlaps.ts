import type { Overlap } from '../generated/graphql.ts'

const HOUR_MS = 3_600_000

/** How long the old secret of a rolled key goes on working. */
export const OVERLAPS: readonly { value: Overlap; label: string; lasts: number }[] = [
  { value: 'none', label: 'Not at all', lasts: 0 },
  { value: 'one_hour', label: '1 hour', lasts: HOUR_MS },
  { value: 'one_day', label: '24 hours', lasts: 24 * HOUR_MS },
  { value: 'one_week', label: '7 days', lasts: 7 * 24 * HOUR_MS },
]
