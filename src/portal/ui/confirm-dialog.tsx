import { TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import type { TypedDocumentString } from '../data/request.ts'
import { useAction } from '../data/use-action.ts'
import { t } from '../i18n/text.ts'
import { DialogButton } from './dialog-button.tsx'
import { refuse } from './form.tsx'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'
import { isSameName } from './same-name.ts'

interface Props<Data, Variables>
  extends Omit<FormDialogProps<Variables, Data>, 'action' | 'input' | 'lead'> {
  /** A name that has to be typed before the button works. */
  readonly typedName?: string
  /** The mutation that is sent on confirming. */
  readonly mutation: TypedDocumentString<Data, Variables>
  readonly variables: Variables
}

/** Confirms an action that cannot be undone, and runs it. Its contents are the effects of the action. */
export function ConfirmDialog<Data, Variables>(props: Props<Data, Variables>) {
  const { children, typedName, mutation, variables, ...dialog } = props
  const [typed, setTyped] = useState('')
  const action = useAction(mutation)
  return (
    <FormDialog
      takesOpener
      destructive
      lead={children}
      action={action}
      input={variables}
      {...dialog}
    >
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

interface ButtonProps<Data, Variables> extends Omit<Props<Data, Variables>, 'onClose'> {
  /** The label of the button, and its look. */
  readonly button: Omit<ComponentProps<typeof DialogButton>, 'dialog'>
}

/** A button that asks to confirm an action. */
export function ConfirmButton<Data, Variables>({ button, ...of }: ButtonProps<Data, Variables>) {
  return <DialogButton {...button} dialog={(close) => <ConfirmDialog {...of} onClose={close} />} />
}
