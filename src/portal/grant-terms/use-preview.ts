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
 * Until then the last answer stays.
 */
export function useCounts(of: PreviewOf, scopes: readonly Scope[], filter: GrantFilterInput) {
  const variables = usePaused(of, scopes, filter)
  return useQuery({ query: PreviewCountsDocument, variables })
}

/** One asset as exactly these scopes show it. */
export function useExample(of: PreviewOf, scopes: readonly Scope[], filter: GrantFilterInput) {
  const variables = usePaused(of, scopes, filter)
  return useQuery({ query: PreviewExampleDocument, variables })
}

// By its text: an equal filter made anew starts no pause of its own.
function usePaused(
  of: PreviewOf,
  scopes: readonly Scope[],
  filter: GrantFilterInput,
): PreviewCountsQueryVariables {
  const asked = JSON.stringify({ ...of, scopes, filter })
  const [text] = useDebouncedValue(asked, PAUSE_MS)
  return useMemo(() => JSON.parse(text), [text])
}
