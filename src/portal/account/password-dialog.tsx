import { PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { DialogButtons } from '../components/dialog-buttons.tsx'
import { ErrorNotice } from '../components/error-notice.tsx'
import { usePosting } from '../session/use-posting.ts'

interface Props<Body> {
  readonly title: string
  readonly verb: string
  /** Takes `{ password }`. */
  readonly path: string
  readonly onDone: (body: Body) => void
  readonly onClose: () => void
}

/** Asks for the password again before what protects the account changes. */
export function PasswordDialog<Body = object>(props: Props<Body>) {
  const { title, verb, path, onDone, onClose } = props
  const [password, setPassword] = useState('')
  const prove = usePosting<Body>(path)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = await prove.run({ password })
    if (body) onDone(body)
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          {prove.fault && <ErrorNotice fault={prove.fault} />}
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          <DialogButtons verb={verb} busy={prove.busy} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
