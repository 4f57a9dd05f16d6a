import { Button } from '@mantine/core'
import { OFFLINE } from '../data/error.ts'
import type { PasskeyPath } from '../data/passkeys/ask-device.ts'
import { passkeysWork } from '../data/passkeys/passkeys-work.ts'
import { type Result, useRun } from '../data/use-run.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'

interface Props {
  readonly path: PasskeyPath
  readonly label: string
  readonly errorTitle: string
  readonly disabled?: boolean
  readonly onDone: () => void
}

/** Signs with a passkey, where the browser offers them. Its module is loaded when it is pressed. */
export function PasskeyButton({ path, label, errorTitle, disabled, onDone }: Props) {
  const { run, busy, error } = useRun(signWith)
  if (!passkeysWork()) return null
  const sign = async () => {
    if (await run(path)) onDone()
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

function signWith(path: PasskeyPath): Promise<Result<object>> {
  return import('../data/passkeys/ask-device.ts').then(
    ({ signWithPasskey }) => signWithPasskey(path),
    () => ({ error: OFFLINE }),
  )
}
