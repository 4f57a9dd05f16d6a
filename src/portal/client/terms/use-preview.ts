import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useQuery } from '../../data/use-query.ts'
import {
  type GrantFilterInput,
  PreviewCountsDocument,
  type PreviewCountsQuery,
  type PreviewCountsQueryVariables,
  PreviewExampleDocument,
  type Scope,
} from '../../generated/graphql.ts'
import { INPUT_DELAY_MS } from '../../ui/input-delay.ts'

/** The link that the grant would be given through, or the grant that is edited. */
export type PreviewOf = { readonly link: string } | { readonly grantId: string }

export type Counts = PreviewCountsQuery['grantPreview']

/**
 * How many assets a filter shows, and how many under each scope. Until the response arrives, `data`
 * is that of an earlier choice and `isCurrent` is false.
 */
export function useCounts(of: PreviewOf, scopes: readonly Scope[], filter: GrantFilterInput) {
  const { variables, isSettled } = useDelayedVariables(of, scopes, filter)
  const { data, error, isLoading } = useQuery(PreviewCountsDocument, variables)
  return { data, error, isCurrent: isSettled && !isLoading }
}

/** One asset with the data of these scopes. */
export function useExample(of: PreviewOf, scopes: readonly Scope[], filter: GrantFilterInput) {
  const { variables } = useDelayedVariables(of, scopes, filter)
  return useQuery(PreviewExampleDocument, variables)
}

// Compared as text: an equal filter in a new object does not start another delay.
function useDelayedVariables(of: PreviewOf, scopes: readonly Scope[], filter: GrantFilterInput) {
  const latest = JSON.stringify({ ...of, scopes, filter })
  const [delayed] = useDebouncedValue(latest, INPUT_DELAY_MS)
  const variables: PreviewCountsQueryVariables = useMemo(() => JSON.parse(delayed), [delayed])
  return { variables, isSettled: delayed === latest }
}
