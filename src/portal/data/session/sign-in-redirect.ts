const EXPIRED = 'expired_session'

/** Whether this error code says that the session has ended. */
export function isSessionEnded(code: string): boolean {
  return code === 'invalid_session' || code === EXPIRED
}

/** Whether it does, or says that there is none. */
export function isSignedOut(code: string): boolean {
  return isSessionEnded(code) || code === 'missing_api_key' || code === 'missing_access_token'
}

/**
 * Opens the sign-in page, which leads back here. It is a full page load, so that nothing of this
 * session stays in memory. `code` is that of the error: the page mentions an expired session.
 */
export function redirectToSignIn(code?: string): void {
  const { pathname, search } = window.location
  if (pathname === '/sign-in') return
  const query = new URLSearchParams({
    ...(pathname !== '/' && { next: pathname + search }),
    ...(code === EXPIRED && { reason: 'expired' }),
  })
  window.location.replace(`/sign-in${query.size > 0 ? `?${query}` : ''}`)
}

/** The `next` path of the sign-in page's query, only if it stays on `origin`; otherwise "/". */
export function pathAfterSignIn(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const url = URL.canParse(next, origin) && new URL(next, origin)
  const isOwn = url && url.origin === origin
  // Browsers take a path that begins with two slashes as the address of another site.
  return isOwn && !url.pathname.startsWith('//') ? url.pathname + url.search : '/'
}
