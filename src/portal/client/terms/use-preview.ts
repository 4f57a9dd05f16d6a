import { useQuery } from '../../data/use-query.ts'
import {
  type GrantFilterInput,
  PreviewCountsDocument,
  type PreviewCountsQuery,
  PreviewExampleDocument,
  type Scope,
} from '../../generated/graphql.ts'
import { useDelayed } from '../../ui/input-delay.ts'

/** The link that the grant would be given through, or the grant that is edited. */
export type PreviewOf = { readonly link: string } | { readonly grantId: string }

export type Counts = PreviewCountsQuery['grantPreview']

/**
 * How many assets a filter shows, and how many under each scope. Until the response arrives, `data`
 * is that of an earlier choice and `isCurrent` is false.
 */
export function useCounts(of: PreviewOf, scopes: readonly Scope[], filter: GrantFilterInput) {
  const { delayed, isSettled } = useDelayed({ ...of, scopes: [...scopes], filter })
  const { data, error, isLoading } = useQuery(PreviewCountsDocument, delayed)
  return { data, error, isCurrent: isSettled && !isLoading }
}

/** One asset with the data of these scopes. */
export function useExample(of: PreviewOf, scopes: readonly Scope[], filter: GrantFilterInput) {
  const { delayed } = useDelayed({ ...of, scopes: [...scopes], filter })
  return useQuery(PreviewExampleDocument, delayed)
}
