/** One page of a list, as a query gives it. */
export interface Page<Node> {
  readonly nodes: readonly Node[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  /** Of the whole list, where it is known. */
  readonly totalCount?: number
}

/** All entries of a list, or the first `MAX_ENTRIES` of them. */
export interface Entries<Node> {
  readonly nodes: readonly Node[]
  readonly isWhole: boolean
}

/** A file holds no more, so that the memory of a browser tab is enough. */
export const MAX_ENTRIES = 10_000

/** How far a list has been read. */
export interface Progress {
  readonly read: number
  readonly of: number | null
}

interface Options {
  readonly most?: number
  readonly onProgress?: (progress: Progress) => void
  /** Ends the reading after the page that is being read. */
  readonly signal?: AbortSignal
}

/** Reads page after page. `read` throws where a page cannot be read; then nothing is given. */
export async function readPages<Node>(
  read: (after: string | null) => Promise<Page<Node>>,
  { most = MAX_ENTRIES, onProgress, signal }: Options = {},
): Promise<Entries<Node>> {
  const nodes: Node[] = []
  let after: string | null = null
  do {
    const page: Page<Node> = await read(after)
    nodes.push(...page.nodes)
    onProgress?.({ read: nodes.length, of: page.totalCount ?? null })
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  } while (after !== null && nodes.length < most && !signal?.aborted)
  return { nodes: nodes.slice(0, most), isWhole: after === null && nodes.length <= most }
}
