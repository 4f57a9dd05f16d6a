/** The one list of an operation that starts after an offset. */
export interface SkippedRows {
  readonly list: 'assets' | 'endedGrants' | 'portfolios' | 'valuations'
  readonly offset: number
}
