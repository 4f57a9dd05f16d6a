import { Button } from '@mantine/core'
import { useState } from 'react'
import { ErrorNotice } from '../components/error-notice.tsx'
import { OFFLINE, type PortalError } from '../error.ts'
import { passkeysWork } from '../passkeys/passkeys-work.ts'
import type { PasskeyPath } from '../passkeys/sign.ts'

interface Props {
  readonly path: PasskeyPath
  readonly label: string
  readonly errorTitle: string
  readonly disabled?: boolean
  readonly onDone: () => void
}

/** Signs with a passkey, where the browser offers them. What it needs is loaded when it is pressed. */
export function PasskeyButton({ path, label, errorTitle, disabled, onDone }: Props) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<PortalError | null>(null)
  if (!passkeysWork()) return null
  const sign = async () => {
    setBusy(true)
    setError(null)
    const failure = await import('../passkeys/sign.ts').then(
      ({ signWithPasskey }) => signWithPasskey(path),
      () => OFFLINE,
    )
    setBusy(false)
    setError(failure)
    if (failure === null) onDone()
  }
  return (
    <>
      {error && <ErrorNotice error={error} title={errorTitle} />}
      <Button variant="default" fullWidth loading={busy} disabled={disabled} onClick={sign}>
        {label}
      </Button>
    </>
  )
}
