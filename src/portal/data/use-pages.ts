import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { TypedDocumentString } from '../generated/graphql.ts'
import { read } from './client.ts'
import { nameOf } from './request.ts'
import type { Shown } from './use-query.ts'

/** A page of a list, as a query gives it. */
export interface ListPage<Node> {
  readonly nodes: readonly Node[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null }
  /** Of the whole list, where it is known. */
  readonly totalCount?: number
}

/** A list that is loaded page by page. `data` is the response with the first page. */
export interface Pages<Data, Node> extends Shown<Data> {
  /** The entries of all pages, each once. */
  readonly nodes: readonly Node[]
  readonly totalCount: number | undefined
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly more: () => void
}

/** Finds the list in the data of a response. */
export type ListIn<Data, Node> = (data: Data) => ListPage<Node> | null | undefined

/**
 * A list whose pages `document` reads: `ask` has the variables of the page after a cursor, and `listIn` finds the list
 * in the data. All pages are read again together, each after the end of the one before as it is now.
 */
export function usePages<Data, Variables, Node extends { readonly id: string }>(
  document: TypedDocumentString<Data, Variables>,
  ask: (after: string | null) => Variables,
  listIn: ListIn<Data, Node>,
): Pages<Data, Node> {
  const query = useInfiniteQuery(pagesOf(document, ask, listIn))
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, isFetchingNextPage } = query
  const pages = data?.pages ?? []
  const lists = pages.map(({ body }) => listIn(body))
  const more = async () => {
    // The next page waits until the pages that are read again have come.
    if (isFetching) await query.refetch({ cancelRefetch: false })
    await query.fetchNextPage()
  }
  return {
    data: pages[0]?.body,
    error: error ?? pages.find((page) => page.error)?.error,
    nodes: eachOnce(lists.flatMap((list) => list?.nodes ?? [])),
    totalCount: lists[0]?.totalCount,
    isLoading: isFetching,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    more: () => void more(),
    reload: () => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  }
}

/** How the pages of a list are read. */
export function pagesOf<Data, Variables, Node>(
  document: TypedDocumentString<Data, Variables>,
  ask: (after: string | null) => Variables,
  listIn: ListIn<Data, Node>,
) {
  return infiniteQueryOptions({
    queryKey: [nameOf(document), 'pages', ask(null)],
    queryFn: ({ pageParam, signal }) => read(document, ask(pageParam), signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ body }) => {
      const end = listIn(body)?.pageInfo
      return end?.hasNextPage ? end.endCursor : null
    },
  })
}

// An entry that moved while the pages were read is on two of them.
function eachOnce<Node extends { readonly id: string }>(nodes: readonly Node[]): readonly Node[] {
  return [...new Map(nodes.map((node) => [node.id, node])).values()]
}
