/** The page sizes of lists, the same over REST and GraphQL. */
export const DEFAULT_PAGE_SIZE = 25
export const MAX_PAGE_SIZE = 100

/** Plants, documents and the values of a grant's filter: their rows are small and few. */
export const MAX_LARGE_PAGE_SIZE = 1_000

/** The most documents of one asset. The importer rejects more, so that all of them fit one page. */
export const MAX_DOCUMENTS = 1_000

/** The most documents of all assets of a page together: what ten assets can have. */
export const MAX_DOCUMENTS_OF_PAGE = 10 * MAX_DOCUMENTS

/** The largest offset. A page past it starts there, and is empty. */
export const MAX_OFFSET = 2 ** 31 - 1

/** The most scans of one asset, which the importer holds likewise. */
export const MAX_SCANS = 1_000

/** The scans that are read with their asset. More are asked for by number. */
export const NEWEST_SCANS = 10
