/** The results of a request, in the order in which the bars are stacked. */
export const REQUEST_RESULTS = [
  { key: 'ok', label: 'Successful', color: 'var(--orangery-ok)' },
  { key: 'refused', label: 'Rejected', color: 'var(--orangery-refused)' },
  { key: 'limited', label: 'Rate limited', color: 'var(--orangery-limited)' },
  { key: 'failed', label: 'Failed', color: 'var(--orangery-failed)' },
] as const
