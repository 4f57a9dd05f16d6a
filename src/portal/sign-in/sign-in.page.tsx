import { Alert } from '@mantine/core'
import { useState } from 'react'
import { pathAfterSignIn } from '../session/sign-out.ts'
import { Front } from './front.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

// Loads the portal anew: nothing that an earlier session left in memory is there.
const enter = () => window.location.replace(pathAfterSignIn(window.location.search))

/** Email and password, and where it is on, the second factor. */
export default function SignInPage() {
  const expired = new URLSearchParams(window.location.search).get('reason') === 'expired'
  const [second, setSecond] = useState(false)
  if (second) {
    return (
      <Front
        title="Two-step verification"
        description="Enter the code from your authenticator app."
      >
        <SecondFactorForm onSignedIn={enter} onBack={() => setSecond(false)} />
      </Front>
    )
  }
  return (
    <Front title="Sign in" description="To manage keys, connections and your account.">
      {expired && <Alert color="gray">You were signed out because your session expired.</Alert>}
      <PasswordForm onSignedIn={enter} onSecondFactor={() => setSecond(true)} />
    </Front>
  )
}
