import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { FormDialog } from '../ui/form-dialog.tsx'

interface Props<Body> {
  readonly title: string
  readonly verb: string
  /** A path that takes `{ password }`. */
  readonly path: string
  readonly onDone: (body: Body) => void
  readonly onClose: () => void
}

/** Asks for the password before a change of how the user signs in. */
export function PasswordDialog<Body = object>(props: Props<Body>) {
  const { title, verb, path, onDone, onClose } = props
  const [password, setPassword] = useState('')
  const { run, busy, error } = usePost<Body>(path)
  const submit = async () => {
    const body = await run({ password })
    if (body) onDone(body)
  }
  return (
    <FormDialog
      title={title}
      verb={verb}
      busy={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasswordInput
        label={t('Your password')}
        autoComplete="current-password"
        required
        data-autofocus
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
    </FormDialog>
  )
}
