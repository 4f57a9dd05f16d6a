import { Button } from '@mantine/core'
import { useState } from 'react'
import { OFFLINE, type PortalError } from '../data/error.ts'
import { passkeysWork } from '../data/passkeys/passkeys-work.ts'
import type { PasskeyPath } from '../data/passkeys/sign.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'

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
    const failure = await import('../data/passkeys/sign.ts').then(
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
