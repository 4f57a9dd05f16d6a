import type { Overlap } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { DAY_MS, HOUR_MS } from './dates.ts'

interface Choice {
  readonly label: string
  readonly durationMs: number
  /** The form in the audit history. */
  readonly recorded: string
}

/** How long the old secret of a rotated key can keep working. */
export const OVERLAPS: Readonly<Record<Overlap, Choice>> = {
  none: { label: t('Not at all'), durationMs: 0, recorded: '0' },
  one_hour: { label: t('1 hour'), durationMs: HOUR_MS, recorded: '1h' },
  one_day: { label: t('24 hours'), durationMs: DAY_MS, recorded: '24h' },
  one_week: { label: t('7 days'), durationMs: 7 * DAY_MS, recorded: '7d' },
}

/** The label of an overlap as the audit history records it; other text stays as it is. */
export function formatRecordedOverlap(text: string): string {
  return Object.values(OVERLAPS).find(({ recorded }) => recorded === text)?.label ?? text
}
