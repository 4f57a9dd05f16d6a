/** Why the sign-in page is shown, by its query; null where somebody opened the page itself. */
export function signInReason(search: string): string | null {
  const query = new URLSearchParams(search)
  const reason = query.get('reason')
  if (reason === 'expired') return 'You were signed out because your session expired.'
  if (reason === 'password_set') return 'Your password is set. Sign in with it.'
  const next = query.get('next') ?? '/'
  if (next.startsWith('/connect/'))
    return 'A firm asks to read your portfolio. Sign in to see the request and to answer it. If you have an invitation but no password yet, open the invitation first: the request is shown afterwards.'
  if (next.startsWith('/invitation/')) return 'Sign in to accept the invitation.'
  return next === '/' ? null : 'Sign in to open the page. You come back to it afterwards.'
}
