/** How a request may end, in the order in which the bars are stacked. */
export const OUTCOMES = [
  { key: 'ok', label: 'Answered', color: 'var(--orangery-ok)' },
  { key: 'refused', label: 'Refused', color: 'var(--orangery-refused)' },
  { key: 'limited', label: 'Over the limit', color: 'var(--orangery-limited)' },
  { key: 'failed', label: 'Failed', color: 'var(--orangery-failed)' },
] as const
