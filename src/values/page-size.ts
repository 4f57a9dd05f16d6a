/** The page sizes of lists, the same over REST and GraphQL. */
export const DEFAULT_PAGE_SIZE = 25
export const MAX_PAGE_SIZE = 100

/** Plants, documents and the values of a grant's filter: their rows are small and few. */
export const MAX_LARGE_PAGE_SIZE = 1_000

/** The most documents of one asset. The importer rejects more, so that all of them fit one page. */
export const MAX_DOCUMENTS = 1_000

/** The most documents of all assets of a page together: what ten assets can have. */
export const MAX_DOCUMENTS_OF_PAGE = 10 * MAX_DOCUMENTS

/** The largest offset. A page after it starts at this offset, and is empty. */
export const MAX_OFFSET = 2 ** 31 - 1

/** The most scans of one asset. The importer rejects more. */
export const MAX_SCANS = 1_000

/** The number of scans that are read with their asset. An operation asks for more with `first`. */
export const NEWEST_SCANS = 10

/** The one list of an operation that starts after an offset. */
export interface SkippedRows {
  readonly list: 'assets' | 'endedGrants' | 'portfolios' | 'valuations'
  readonly offset: number
}
