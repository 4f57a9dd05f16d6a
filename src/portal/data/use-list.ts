import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { useMemo } from 'react'
import { type AnyVariables, type UseQueryResponse, useQuery } from 'urql'

/**
 * `useQuery` for a list of `type`. A mutation refreshes the queries whose responses hold a type that
 * it changed. An empty list holds none, so it names its type.
 */
export function useList<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  type: string,
): UseQueryResponse<Data, Variables> {
  const context = useMemo(() => ({ additionalTypenames: [type] }), [type])
  return useQuery<Data, Variables>({ query, variables, context })
}
