import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../data/use-action.ts'
import type {
  AccountFactsFragment,
  AccountHelp,
  TypedDocumentString,
} from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { refuse } from '../ui/form.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Name } from '../ui/name.tsx'
import { notify } from '../ui/notices.tsx'

const MAX_REASON_LENGTH = 280

interface Props {
  readonly of: AccountFactsFragment
  readonly verb: string
  /** The effect of the action. */
  readonly says: string
  readonly destructive?: boolean
  readonly mutation: TypedDocumentString<object, { input: AccountHelp }>
  readonly onClose: () => void
}

/** Asks for the reason of a change of an account, and does it. */
export function HelpDialog(props: Props) {
  const { of, verb, says, destructive = false, mutation, onClose } = props
  const { userId, name, email } = of
  const [reason, setReason] = useState('')
  const { run, busy, error } = useAction(mutation)
  const submit = async () => {
    if (!(await run({ input: { userId, reason: reason.trim() } }))) return
    onClose()
    notify({ text: t('Done: {verb}.', { verb }) })
  }
  return (
    <FormDialog
      title={verb}
      verb={verb}
      takesOpener
      busy={busy}
      error={error}
      destructive={destructive}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        <Name>{name}</Name>, {email}
      </Text>
      <Text size="sm">{says}</Text>
      <Textarea
        label={t('Reason')}
        description={t('For the audit history. The person and firms do not see it.')}
        required
        maxLength={MAX_REASON_LENGTH}
        autosize
        data-autofocus
        ref={refuse(reason.trim() === '' ? t('This field needs an entry.') : null)}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value.replaceAll('\n', ' '))}
      />
    </FormDialog>
  )
}
