import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { isAdminOf, usePerson } from '../../data/session/person.ts'
import { useAction } from '../../data/use-action.ts'
import { DELETION_ANSWERS } from '../../domain/grants/deletion-answers.ts'
import { deletionFacts } from '../../domain/grants/deletion-facts.tsx'
import {
  AnswerDeletionDocument,
  type DeletionAnswer,
  type GrantTermsFragment,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Dimmed } from '../../ui/inline.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Section } from '../../ui/page-parts.tsx'
import { RadioChoice } from '../../ui/radio-choice.tsx'
import { useFields } from '../../ui/use-fields.ts'

/** The request to delete what the firm has read, and the firm's answer, which an admin of the firm gives here. */
export function DeletionSection({ grant }: { grant: GrantTermsFragment }) {
  const { id, key, client, deletionRequest: request } = grant
  const person = usePerson()
  if (!request) return null
  const canAnswer = isAdminOf(person, key.firmId) && request.answer === null
  return (
    <Section
      title={t('Request for deletion')}
      description={
        client.id === person.id
          ? t('You asked the firm to delete what it has read.')
          : t('The client asks the firm to delete what it has read.')
      }
      action={
        canAnswer && (
          <DialogButton
            variant="filled"
            dialog={(close) => <AnswerDialog grantId={id} onClose={close} />}
          >
            {t('Answer|verb')}
          </DialogButton>
        )
      }
    >
      <FactList of={deletionFacts(request, (at) => <Instant key={at} at={at} />)} />
      <Dimmed>{t('The answer is what the firm says. Orangery cannot check it.')}</Dimmed>
    </Section>
  )
}

// Answers a client's request for deletion, once.
function AnswerDialog({ grantId, onClose }: { grantId: string; onClose: () => void }) {
  const [answer, setAnswer] = useState<DeletionAnswer | null>(null)
  const { texts, field } = useFields({ note: '' })
  return (
    <FormDialog
      title={t('Answer the request for deletion')}
      lead={t('The client reads the answer. It is given once and cannot be changed.')}
      verb={t('Send answer')}
      errorTitle={t('The answer was not saved')}
      action={useAction(AnswerDeletionDocument)}
      input={answer && { grantId, answer, note: texts.note.trim() || null }}
      says={() => ({ text: t('Your answer was saved.') })}
      onClose={onClose}
    >
      <RadioChoice
        label={t('The firm')}
        options={DELETION_ANSWERS}
        value={answer}
        onChange={setAnswer}
      />
      <Textarea
        label={t('Note (optional)')}
        description={t('For the client, in one line, such as which law and until when.')}
        maxLength={500}
        {...field('note')}
      />
    </FormDialog>
  )
}
