import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { AnyVariables } from 'urql'
import { useAction } from '../data/use-action.ts'
import { t } from '../i18n/text.ts'
import { FormDialog } from './form-dialog.tsx'
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
  readonly mutation: TypedDocumentNode<Data, Variables>
  readonly variables: Variables
  /** Called on cancelling and after success. */
  readonly onClose: () => void
}

/** Confirms an action that cannot be undone, and runs it. */
export function ConfirmDialog<Data, Variables extends AnyVariables>(props: Props<Data, Variables>) {
  const { title, children, verb, typedName, mutation, variables, onClose } = props
  const [typed, setTyped] = useState('')
  const [confirmed, setConfirmed] = useState(false)
  const { run, busy, error } = useAction(mutation)
  const confirm = async () => {
    setConfirmed(true)
    if (await run(variables)) onClose()
  }
  return (
    <FormDialog
      title={title}
      takesOpener={confirmed && !error}
      verb={verb}
      busy={busy}
      error={error}
      destructive
      disabled={typedName !== undefined && !isSameName(typed, typedName)}
      onSubmit={confirm}
      onClose={onClose}
    >
      <div>{children}</div>
      {typedName !== undefined && (
        <TextInput
          label={t('Type “{typedName}” to confirm', { typedName })}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
