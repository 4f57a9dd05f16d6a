import type { Overlap } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { DAY_MS, HOUR_MS } from './dates.ts'
import { findLabel } from './format.ts'

export interface OverlapChoice {
  readonly value: Overlap
  readonly label: string
  readonly durationMs: number
}

const LABELS: Readonly<Record<Overlap, string>> = {
  none: t('Not at all'),
  one_hour: t('1 hour'),
  one_day: t('24 hours'),
  one_week: t('7 days'),
}

export const DEFAULT_OVERLAP: OverlapChoice = {
  value: 'one_day',
  label: LABELS.one_day,
  durationMs: DAY_MS,
}

export const NO_OVERLAP: OverlapChoice = { value: 'none', label: LABELS.none, durationMs: 0 }

/** How long the old secret of a rotated key keeps working. */
export const OVERLAPS: readonly OverlapChoice[] = [
  NO_OVERLAP,
  { value: 'one_hour', label: LABELS.one_hour, durationMs: HOUR_MS },
  DEFAULT_OVERLAP,
  { value: 'one_week', label: LABELS.one_week, durationMs: 7 * DAY_MS },
]

// The audit history records an overlap in this form.
const RECORDED: Readonly<Record<string, string>> = {
  '0': LABELS.none,
  '1h': LABELS.one_hour,
  '24h': LABELS.one_day,
  '7d': LABELS.one_week,
}

/** The label of an overlap as the audit history records it; other text stays as it is. */
export function formatRecordedOverlap(recorded: string): string {
  return findLabel(RECORDED, recorded) ?? recorded
}
