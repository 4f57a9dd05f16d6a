import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { useMemo, useSyncExternalStore } from 'react'
import { type AnyVariables, type CombinedError, useClient } from 'urql'
import { PageChain, type PageEnd, type ShownPages } from './page-chain.ts'

/** A page of a list, as a query gives it. */
interface ListPage<Node> {
  readonly nodes: readonly Node[]
  readonly pageInfo: PageEnd
  readonly totalCount?: number
}

/** A list that is loaded page by page. */
export interface Pages<Data, Node> extends Omit<ShownPages<Data, CombinedError>, 'parts'> {
  /** The response with the first page; undefined until it is there. */
  readonly data: Data | undefined
  /** The entries of all pages, each once. */
  readonly nodes: readonly Node[]
  readonly totalCount: number | undefined
  readonly more: () => void
  readonly retry: () => void
}

/**
 * A list whose pages `query` reads: `ask` has the variables of the page after a cursor, and `listIn` finds the list in
 * the data. Every page stays as it is on the server, like the data of `useQuery`.
 */
export function usePages<
  Data,
  Variables extends AnyVariables,
  Node extends { readonly id: string },
>(
  query: TypedDocumentNode<Data, Variables>,
  ask: (after: string | null) => Variables,
  listIn: (data: Data) => ListPage<Node> | null | undefined,
): Pages<Data, Node> {
  const client = useClient()
  const first = JSON.stringify(ask(null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions ask for the same whenever the first variables are the same.
  const chain = useMemo(
    () =>
      new PageChain<Data, CombinedError>(
        (after, onChange) => client.query(query, ask(after)).subscribe(onChange).unsubscribe,
        (data) => listIn(data)?.pageInfo,
        // Null where nothing is known.
        client.readQuery(query, ask(null), CACHED)?.data ?? undefined,
      ),
    [client, query, first],
  )
  const { parts, ...state } = useSyncExternalStore(chain.subscribe, chain.snapshot)
  const lists = parts.map(listIn)
  return {
    ...state,
    data: parts[0],
    nodes: eachOnce(lists.flatMap((list) => list?.nodes ?? [])),
    totalCount: lists[0]?.totalCount,
    more: chain.more,
    retry: chain.retry,
  }
}

const CACHED = { requestPolicy: 'cache-only' } as const

// An entry that moved while the pages were read is on two of them.
function eachOnce<Node extends { readonly id: string }>(nodes: readonly Node[]): readonly Node[] {
  return [...new Map(nodes.map((node) => [node.id, node])).values()]
}
