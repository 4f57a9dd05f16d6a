import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { TypedDocumentString } from '../data/request.ts'
import { useAction } from '../data/use-action.ts'
import { t } from '../i18n/text.ts'
import { refuse } from './form.tsx'
import { FormDialog } from './form-dialog.tsx'
import { notify } from './notices.tsx'
import { isSameName } from './same-name.ts'

interface Props<Data, Variables> {
  readonly title: string
  /** The effects of the action. */
  readonly children: ReactNode
  /** The label of the button: "Revoke key". */
  readonly verb: string
  /** A name that has to be typed before the button works. */
  readonly typedName?: string
  /** The mutation that is sent on confirming. */
  readonly mutation: TypedDocumentString<Data, Variables>
  readonly variables: Variables
  /** Says that it was done, with the way to its record. */
  readonly done?: ((data: Data) => Parameters<typeof notify>[0]) | undefined
  /** Called on cancelling and after success. */
  readonly onClose: () => void
}

/** Confirms an action that cannot be undone, and runs it. */
export function ConfirmDialog<Data, Variables>(props: Props<Data, Variables>) {
  const { title, children, verb, typedName, mutation, variables, done, onClose } = props
  const [typed, setTyped] = useState('')
  const [confirmed, setConfirmed] = useState(false)
  const { run, busy, error } = useAction(mutation)
  const confirm = async () => {
    setConfirmed(true)
    const data = await run(variables)
    if (!data) return
    onClose()
    if (done) notify(done(data))
  }
  return (
    <FormDialog
      title={title}
      takesOpener={confirmed && !error}
      verb={verb}
      busy={busy}
      error={error}
      destructive
      onSubmit={confirm}
      onClose={onClose}
    >
      <div>{children}</div>
      {typedName !== undefined && (
        <TextInput
          label={t('Type “{typedName}” to confirm', { typedName })}
          autoComplete="off"
          data-autofocus
          ref={refuse(isSameName(typed, typedName) ? null : t('This is not the same name.'))}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
