import { Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Fault } from '../fault.ts'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { ErrorNotice } from './error-notice.tsx'

interface Props {
  readonly title: string
  /** What will happen, and what it will break. */
  readonly children: ReactNode
  /** What the button does: "Revoke the key". */
  readonly verb: string
  /** Has to be typed before the button works. */
  readonly typedName?: string
  readonly busy: boolean
  readonly fault: Fault | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: Props) {
  const { title, children, verb, typedName, busy, fault, onConfirm, onClose } = props
  const [typed, setTyped] = useState('')
  const [confirmed, setConfirmed] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setConfirmed(true)
    onConfirm()
  }
  return (
    <Dialog onClose={onClose} title={title} takesOpener={confirmed && !fault}>
      <form onSubmit={submit}>
        <Stack>
          <div>{children}</div>
          {typedName !== undefined && (
            <TextInput
              label={`Type “${typedName}” to confirm`}
              autoComplete="off"
              data-autofocus
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
          {fault && <ErrorNotice fault={fault} />}
          <DialogButtons
            verb={verb}
            destructive
            busy={busy}
            disabled={typedName !== undefined && typed !== typedName}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
