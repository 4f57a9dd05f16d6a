import { Alert, Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { forget } from '../data/kept.ts'
import { pathAfterSignIn } from '../data/session/sign-in-redirect.ts'
import { t } from '../i18n/text.ts'
import { CenteredPage } from '../ui/centered-page.tsx'
import { rememberConnection, takeConnection } from './pending-connection.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

// A full page load, so that nothing of an earlier session stays in memory.
function enter(): void {
  const path = nextPath()
  if (path.startsWith('/connect/')) takeConnection()
  window.location.replace(path)
}

function nextPath(): string {
  return pathAfterSignIn(window.location.search, window.location.origin)
}

// The name that `explore/history.ts` gives its queries. That file is part of another page, with a bundle of its own.
const HISTORY = 'orangery:history'

const isOfQueries = (name: string) => name === HISTORY || name.startsWith('graphiql:')

/** Email and password, then the second factor if the user has one; or a passkey. */
export default function SignInPage() {
  const reason = signInReason(window.location.search)
  const [second, setSecond] = useState(false)
  useEffect(() => {
    rememberConnection(nextPath())
    // The next person at this browser may be another. Somebody signs in after each end of a session, in whichever tab.
    forget('browser', isOfQueries)
  }, [])
  if (second) {
    return (
      <CenteredPage
        title={t('Two-step verification')}
        description={t('Enter the code from your authenticator app.')}
      >
        <SecondFactorForm onSignedIn={enter} onBack={() => setSecond(false)} />
      </CenteredPage>
    )
  }
  return (
    <CenteredPage
      title={t('Sign in')}
      description={t('To manage keys, connections and your account.')}
    >
      {reason && <Alert color="gray">{reason}</Alert>}
      <SignInForm onSignedIn={enter} onSecondFactor={() => setSecond(true)} />
      <Anchor component={Link} href="/forgot-password" size="sm">
        {t('Forgot password?')}
      </Anchor>
    </CenteredPage>
  )
}

// Why the sign-in page is shown, by its query; null where somebody opened the page itself.
function signInReason(search: string): string | null {
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
