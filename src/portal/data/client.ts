import { focusManager, QueryCache, QueryClient, type QueryState } from '@tanstack/react-query'
import { SessionDocument, type TypedDocumentString } from '../generated/graphql.ts'
import type { PortalError } from './error.ts'
import { type Answer, nameOf, request } from './request.ts'
import { signInAgain } from './session/sign-in-again.ts'
import { isSignedOut } from './session/sign-in-redirect.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: PortalError
  }
}

/** For so long, what was read is shown without asking again. */
export const FRESH_MS = 30_000
const KEPT_MS = 30 * 60_000

/** The responses to queries of this session. Responses to mutations are not in it: they may hold a secret. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: ({ code }) => {
      if (isSignedOut(code)) void signInAgain(code).then(readFailedIf)
    },
  }),
  defaultOptions: {
    queries: {
      // Each read of staff is recorded.
      staleTime: () => (isStaff() ? Number.POSITIVE_INFINITY : FRESH_MS),
      // For the way back to a page. Of a tab that is open for days, the data of earlier pages does not stay in memory.
      gcTime: KEPT_MS,
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: ({ state }) => state.data !== undefined && !isCovered(),
      refetchOnReconnect: ({ state: { error } }) =>
        error && isPassing(error) ? 'always' : !isCovered(),
    },
  },
})

focusManager.setEventListener((onFocus) => {
  const notice = () => onFocus()
  window.addEventListener('focus', notice)
  window.addEventListener('visibilitychange', notice)
  return () => {
    window.removeEventListener('focus', notice)
    window.removeEventListener('visibilitychange', notice)
  }
})

// The library waits for a change, which it does not see where a computer wakes up without a network.
window.addEventListener('online', () => queryClient.getQueryCache().onOnline())

function isStaff(): boolean {
  const { queryKey, queryFn } = queryOf(SessionDocument, {})
  const session = queryClient.getQueryData<Awaited<ReturnType<typeof queryFn>>>(queryKey)
  return session?.body.viewer.person?.isStaff ?? false
}

// Where the session has ended, the page goes, and with it a secret or a form.
function isCovered(): boolean {
  return document.querySelector('[role=dialog]') !== null
}

// They say nothing about the requested data, such as a network that is not there yet when a computer wakes up.
const PASSING = [
  'offline',
  'unreadable',
  'internal_error',
  'service_unavailable',
  'rate_limit_exceeded',
  'too_many_concurrent_requests',
  'request_timeout',
]

/** Whether the same request may be answered in a while. */
export function isPassing({ code }: PortalError): boolean {
  return PASSING.includes(code)
}

function readFailedIf(signedIn: boolean): void {
  if (!signedIn) return
  const failed = ({ state }: { readonly state: QueryState }) => state.status === 'error'
  void queryClient.refetchQueries({ type: 'active', predicate: failed })
}

/** How the data of a query is read. */
export function queryOf<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
) {
  return {
    queryKey: [nameOf(document), variables],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => read(document, variables, signal),
  }
}

/** Throws the error of an answer without data. */
export async function read<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Extract<Answer<Data>, { readonly body: Data }>> {
  const answer = await request(document, variables, { signal })
  if ('body' in answer) return answer
  throw answer.error
}

/**
 * Makes all read data old, because the response to a mutation does not name everything that changed, such as a history.
 * A response on its way may be older than the mutation, so it is cancelled and asked for again. The page that the person
 * leaves by the mutation is not read again.
 */
export function outdateAll(): void {
  void queryClient.cancelQueries()
  void queryClient.invalidateQueries({ refetchType: 'none' })
  const readAgain = () =>
    queryClient.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false })
  setTimeout(readAgain)
}
