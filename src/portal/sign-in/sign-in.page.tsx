import { Alert } from '@mantine/core'
import { useState } from 'react'
import { CenteredPage } from '../layout/centered-page.tsx'
import { pathAfterSignIn } from '../session/sign-in-redirect.ts'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

// A full page load, so that nothing of an earlier session stays in memory.
const enter = () =>
  window.location.replace(pathAfterSignIn(window.location.search, window.location.origin))

/** Email and password, then the second factor if the user has one. */
export default function SignInPage() {
  const expired = new URLSearchParams(window.location.search).get('reason') === 'expired'
  const [second, setSecond] = useState(false)
  if (second) {
    return (
      <CenteredPage
        title="Two-step verification"
        description="Enter the code from your authenticator app."
      >
        <SecondFactorForm onSignedIn={enter} onBack={() => setSecond(false)} />
      </CenteredPage>
    )
  }
  return (
    <CenteredPage title="Sign in" description="To manage keys, connections and your account.">
      {expired && <Alert color="gray">You were signed out because your session expired.</Alert>}
      <PasswordForm onSignedIn={enter} onSecondFactor={() => setSecond(true)} />
    </CenteredPage>
  )
}
