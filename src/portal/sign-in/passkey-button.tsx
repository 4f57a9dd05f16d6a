import { Button } from '@mantine/core'
import { useState } from 'react'
import { ErrorNotice } from '../components/error-notice.tsx'
import { OFFLINE, type PortalError } from '../error.ts'
import { passkeysWork } from '../passkeys/passkeys-work.ts'

/** Signs in with a passkey, where the browser offers them. What it needs is loaded when it is pressed. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<PortalError | null>(null)
  if (!passkeysWork()) return null
  const signIn = async () => {
    setBusy(true)
    setError(null)
    const failure = await import('../passkeys/sign-in.ts').then(
      ({ signInWithPasskey }) => signInWithPasskey(),
      () => OFFLINE,
    )
    setBusy(false)
    setError(failure)
    if (failure === null) onSignedIn()
  }
  return (
    <>
      {error && <ErrorNotice error={error} title="Sign-in failed" />}
      <Button variant="default" fullWidth loading={busy} onClick={signIn}>
        Sign in with a passkey
      </Button>
    </>
  )
}
