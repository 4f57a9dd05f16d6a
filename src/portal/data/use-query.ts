import { keepPreviousData, useQuery as useTanstackQuery } from '@tanstack/react-query'
import type { TypedDocumentString } from '../generated/graphql.ts'
import { isPassing, queryClient, queryOf } from './client.ts'
import type { PortalError } from './error.ts'

/** The data of a query, as it is shown. */
export interface Shown<Data> {
  /** Undefined until the first response with data. Until that to other variables, it is that of earlier ones. */
  readonly data: Data | undefined
  readonly error: PortalError | undefined
  /** A request is on its way. */
  readonly isLoading: boolean
  readonly reload: () => void
}

interface Options<Data> {
  /** False: nothing is asked. */
  readonly enabled?: boolean
  /** The data is not read again because of its age: a form is based on it. */
  readonly isSteady?: boolean
  /** Read on each visit. Data from before is shown until then (`again`), or not (`anew`). */
  readonly onVisit?: 'again' | 'anew'
  /** Data that is read again so long after it came. */
  readonly everyMs?: (data: Data) => number | false | undefined
}

/** Data that is read when the component is shown, and again when it is old. */
export function useQuery<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { enabled = true, isSteady, onVisit, everyMs }: Options<Data> = {},
): Shown<Data> {
  const isAnew = onVisit === 'anew'
  const query = useTanstackQuery({
    ...queryOf(document, variables),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, error } }) => !error && data && everyMs?.(data.body),
    ...(isSteady && { staleTime: Number.POSITIVE_INFINITY }),
    ...(onVisit && { refetchOnMount: 'always' }),
    ...(isAnew && { staleTime: 0, refetchOnWindowFocus: false }),
  })
  const { data, error, isFetching, isFetchedAfterMount, refetch } = query
  const isShown = (!error || isPassing(error)) && (!isAnew || isFetchedAfterMount)
  return {
    data: isShown ? data?.body : undefined,
    error: error ?? data?.error,
    isLoading: isFetching,
    reload: () => void refetch(),
  }
}

/** The parameters in the address of a page. */
export type PageParams = Readonly<Record<string, string | undefined>>

/** Asks for what a page will show, before it is there. An error is shown by the page. */
export function askEarly<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): void {
  void queryClient.prefetchQuery(queryOf(document, variables))
}
