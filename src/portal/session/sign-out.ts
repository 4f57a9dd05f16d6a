import type { CombinedError } from 'urql'

const EXPIRED = 'expired_session'

/** Whether the gateway no longer knows who asks. */
export function isSignedOut({ graphQLErrors }: CombinedError): boolean {
  return graphQLErrors.some(({ extensions }) => extensions.type === 'authentication_error')
}

/** Whether this code of a refusal says that the session has ended. */
export function isSessionOver(code: string): boolean {
  return code === 'invalid_session' || code === EXPIRED
}

/**
 * Opens the sign-in page anew, so that nothing of this session stays in memory, to come back here.
 * The page says so where the session ended by itself.
 */
export function leaveForSignIn(code?: string): void {
  const { pathname, search } = window.location
  if (pathname === '/sign-in') return
  const query = new URLSearchParams({
    ...(pathname !== '/' && { next: pathname + search }),
    ...(code === EXPIRED && { reason: 'expired' }),
  })
  window.location.replace(`/sign-in${query.size > 0 ? `?${query}` : ''}`)
}

/** Where to go after signing in: a path of ours, whatever the address says. */
export function pathAfterSignIn(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const url = URL.canParse(next, window.location.origin) && new URL(next, window.location.origin)
  const isOurs = url && url.origin === window.location.origin
  // A path of ours that begins so, by itself, is an address of another site.
  return isOurs && !url.pathname.startsWith('//') ? url.pathname + url.search : '/'
}
