import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { useMemo } from 'react'
import { type AnyVariables, type UseQueryResponse, useQuery } from 'urql'

/**
 * `useQuery` for a list of `type`s. A mutation refreshes the queries whose answers hold a type that
 * it touched; a list that is empty holds none, so it says which it would.
 */
export function useList<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  type: string,
): UseQueryResponse<Data, Variables> {
  const context = useMemo(() => ({ additionalTypenames: [type] }), [type])
  return useQuery<Data, Variables>({ query, variables, context })
}
