import { Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { DELETION_ANSWERS } from '../../domain/grants/deletion-answers.ts'
import {
  AnswerDeletionDocument,
  type DeletionAnswer,
  type GrantTermsFragment,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notices.tsx'

interface Props {
  readonly grant: GrantTermsFragment
  readonly onClose: () => void
}

// In the order in which they are shown.
const ANSWERS: readonly DeletionAnswer[] = ['deleted', 'retained_by_law', 'nothing_stored']

/** Answers a client's request for deletion, once. */
export function AnswerDeletionDialog({ grant: { id }, onClose }: Props) {
  const [answer, setAnswer] = useState<DeletionAnswer | null>(null)
  const [note, setNote] = useState('')
  const send = useAction(AnswerDeletionDocument)
  const submit = async () => {
    if (answer === null) return
    if (!(await send.run({ grantId: id, answer, note: note.trim() || null }))) return
    onClose()
    notify({ text: t('Your answer was saved.') })
  }
  return (
    <FormDialog
      title={t('Answer the request for deletion')}
      verb={t('Send answer')}
      busy={send.busy}
      error={send.error}
      errorTitle={t('The answer was not saved')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {t('The client reads the answer. It is given once and cannot be changed.')}
      </Text>
      <AnswerChoice value={answer} onChange={setAnswer} />
      <Textarea
        label={t('Note (optional)')}
        description={t('For the client, in one line, such as which law and until when.')}
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  )
}

interface ChoiceProps {
  readonly value: DeletionAnswer | null
  readonly onChange: (answer: DeletionAnswer) => void
}

function AnswerChoice({ value, onChange }: ChoiceProps) {
  const choose = (chosen: string) => {
    const answer = ANSWERS.find((each) => each === chosen)
    if (answer) onChange(answer)
  }
  return (
    <Radio.Group label={t('The firm')} value={value} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {ANSWERS.map((answer) => (
          <Radio key={answer} value={answer} required label={DELETION_ANSWERS[answer]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
