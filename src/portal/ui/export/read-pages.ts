import type { ListPage } from '../../data/use-pages.ts'

/** A file holds no more, so that the memory of a browser tab is enough. */
export const MAX_ENTRIES = 10_000

/** Reads the page of a list after a cursor; null where the list does not exist. Throws where it cannot be read. */
export type ReadPage<Node> = (after: string | null) => Promise<ListPage<Node> | null | undefined>

/** How far a list has been read. */
export interface Progress {
  readonly read: number
  readonly of: number | null
}

interface Options {
  readonly onProgress?: (progress: Progress) => void
  /** Ends the reading after the page that is being read. */
  readonly signal?: AbortSignal
}

/** Reads page after page: all entries of a list, or the first `MAX_ENTRIES` of them. */
export async function readPages<Node>(
  read: ReadPage<Node>,
  { onProgress, signal }: Options = {},
): Promise<{ readonly nodes: readonly Node[]; readonly isWhole: boolean }> {
  const nodes: Node[] = []
  let after: string | null = null
  do {
    const page: ListPage<Node> | null | undefined = await read(after)
    nodes.push(...(page?.nodes ?? []))
    onProgress?.({ read: nodes.length, of: page?.totalCount ?? null })
    after = (page?.pageInfo.hasNextPage && page.pageInfo.endCursor) || null
  } while (after !== null && nodes.length < MAX_ENTRIES && !signal?.aborted)
  const isWhole = after === null && nodes.length <= MAX_ENTRIES
  return { nodes: nodes.slice(0, MAX_ENTRIES), isWhole }
}
