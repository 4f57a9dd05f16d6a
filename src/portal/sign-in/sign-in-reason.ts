import { t } from '../i18n/text.ts'

/** Why the sign-in page is shown, by its query; null where somebody opened the page itself. */
export function signInReason(search: string): string | null {
  const query = new URLSearchParams(search)
  const reason = query.get('reason')
  if (reason === 'expired') return t('You were signed out because your session expired.')
  if (reason === 'password_set') return t('Your password is set. Sign in with it.')
  const next = query.get('next') ?? '/'
  if (next.startsWith('/connect/'))
    return t(
      'A firm asks to read your portfolio. Sign in to see the request and to answer it. If you have an invitation but no password yet, open the invitation first: the request is shown afterwards.',
    )
  if (next.startsWith('/invitation/')) return t('Sign in to accept the invitation.')
  return next === '/' ? null : t('Sign in to open the page. You come back to it afterwards.')
}
