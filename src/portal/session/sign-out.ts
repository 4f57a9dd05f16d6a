import type { CombinedError } from 'urql'

/** Whether the gateway no longer knows who asks. */
export function isSignedOut({ graphQLErrors }: CombinedError): boolean {
  return graphQLErrors.some(({ extensions }) => extensions.type === 'authentication_error')
}

/** Opens the sign-in page anew, so that nothing of this session stays in memory, to come back here. */
export function leaveForSignIn(): void {
  const { pathname, search } = window.location
  if (pathname === '/sign-in') return
  const back = pathname === '/' ? '' : `?${new URLSearchParams({ next: pathname + search })}`
  window.location.replace(`/sign-in${back}`)
}

/** Where to go after signing in: a path of ours, whatever the address says. */
export function pathAfterSignIn(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const url = URL.canParse(next, window.location.origin) && new URL(next, window.location.origin)
  const isOurs = url && url.origin === window.location.origin
  // A path of ours that begins so, by itself, is an address of another site.
  return isOurs && !url.pathname.startsWith('//') ? url.pathname + url.search : '/'
}
