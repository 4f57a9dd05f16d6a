import type { Overlap } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { DAY_MS, HOUR_MS } from './dates.ts'
import { findLabel } from './format.ts'

/** How long the old secret of a rotated key can keep working. */
export const OVERLAPS: Readonly<Record<Overlap, { label: string; durationMs: number }>> = {
  none: { label: t('Not at all'), durationMs: 0 },
  one_hour: { label: t('1 hour'), durationMs: HOUR_MS },
  one_day: { label: t('24 hours'), durationMs: DAY_MS },
  one_week: { label: t('7 days'), durationMs: 7 * DAY_MS },
}

// The audit history records an overlap in this form.
const RECORDED: Readonly<Record<string, string>> = {
  '0': OVERLAPS.none.label,
  '1h': OVERLAPS.one_hour.label,
  '24h': OVERLAPS.one_day.label,
  '7d': OVERLAPS.one_week.label,
}

/** The label of an overlap as the audit history records it; other text stays as it is. */
export function formatRecordedOverlap(recorded: string): string {
  return findLabel(RECORDED, recorded) ?? recorded
}
