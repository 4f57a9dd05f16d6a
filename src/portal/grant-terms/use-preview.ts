import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import {
  type GrantFilterInput,
  PreviewCountsDocument,
  type PreviewCountsQuery,
  type PreviewCountsQueryVariables,
  PreviewExampleDocument,
  type Scope,
} from '../generated/graphql.ts'

/** What the grant would be given by, or is. */
export type PreviewOf = { readonly link: string } | { readonly grantId: string }

export type Counts = PreviewCountsQuery['grantPreview']

const PAUSE_MS = 250

/**
 * What a filter shows, and how much under each of the scopes; asked for once the reader has paused.
 * Until then the last answer stays, and is not that of what stands there (`isCurrent`).
 */
export function useCounts(of: PreviewOf, scopes: readonly Scope[], filter: GrantFilterInput) {
  const { variables, isPaused } = usePaused(of, scopes, filter)
  const [{ data, error, fetching, stale }] = useQuery({ query: PreviewCountsDocument, variables })
  return { data, error, isCurrent: isPaused && !fetching && !stale }
}

/** One asset as exactly these scopes show it. */
export function useExample(of: PreviewOf, scopes: readonly Scope[], filter: GrantFilterInput) {
  const { variables } = usePaused(of, scopes, filter)
  return useQuery({ query: PreviewExampleDocument, variables })
}

// By its text: an equal filter made anew starts no pause of its own.
function usePaused(of: PreviewOf, scopes: readonly Scope[], filter: GrantFilterInput) {
  const asked = JSON.stringify({ ...of, scopes, filter })
  const [text] = useDebouncedValue(asked, PAUSE_MS)
  const variables: PreviewCountsQueryVariables = useMemo(() => JSON.parse(text), [text])
  return { variables, isPaused: text === asked }
}
