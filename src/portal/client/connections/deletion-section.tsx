import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { isAdminOf, usePerson } from '../../data/session/person.ts'
import { formatDeletionAnswer } from '../../domain/grants/deletion-answers.ts'
import type { DeletionFactsFragment, GrantTermsFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Name } from '../../ui/name.tsx'
import { Section } from '../../ui/section.tsx'
import { AnswerDeletionDialog } from './answer-deletion-dialog.tsx'

/** The request to delete what the firm has read, and the firm's answer, which an admin of the firm gives here. */
export function DeletionSection({ grant }: { grant: GrantTermsFragment }) {
  const [answering, setAnswering] = useState(false)
  const person = usePerson()
  const request = grant.deletionRequest
  if (!request) return null
  const canAnswer = isAdminOf(person, grant.key.firmId) && request.answer === null
  return (
    <Section
      title={t('Request for deletion')}
      description={
        grant.client.id === person.id
          ? t('You asked the firm to delete what it has read.')
          : t('The client asks the firm to delete what it has read.')
      }
      action={canAnswer && <Button onClick={() => setAnswering(true)}>{t('Answer|verb')}</Button>}
    >
      <Answer of={request} />
      {answering && <AnswerDeletionDialog grant={grant} onClose={() => setAnswering(false)} />}
    </Section>
  )
}

function Answer({ of: request }: { of: DeletionFactsFragment }) {
  const { requestedAt, answer, answeredAt, note } = request
  return (
    <>
      <FactList
        of={[
          [t('Requested'), <Instant key="requested" at={requestedAt} />],
          [t('Answer of the firm'), answer === null ? t('None yet') : formatDeletionAnswer(answer)],
          [t('Answered'), answeredAt && <Instant key="answered" at={answeredAt} />],
          [t('Note of the firm'), note && <Name key="note">{note}</Name>],
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('The answer is what the firm says. Orangery cannot check it.')}
      </Text>
    </>
  )
}
