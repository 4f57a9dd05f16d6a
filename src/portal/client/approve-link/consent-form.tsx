import { Button, Paper, Text, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { usePerson } from '../../data/session/person.ts'
import { useAction } from '../../data/use-action.ts'
import { formatVerified, Website } from '../../domain/firms/firm-identity.tsx'
import { KeyName } from '../../domain/keys/key-name.tsx'
import {
  ApproveChangeDocument,
  ApproveConnectionDocument,
  type AskedFragment,
  type ChangeableGrantFragment,
  DeclineConnectionDocument,
  type IdentityFactsFragment,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Name } from '../../ui/inline.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Fold } from '../terms/fold.tsx'
import { changeInput, choiceFromGrant } from '../terms/grant-choice.ts'
import { EMPTY_FILTER, type TermsChoice } from '../terms/terms.ts'
import { TermsEditor } from '../terms/terms-editor.tsx'
import { useTerms } from '../terms/use-terms.ts'
import type { Answer } from './answered.tsx'

interface Props {
  readonly link: string
  readonly asked: AskedFragment
  /** The grant that the firm asks to change. Null: it has none. */
  readonly grant: ChangeableGrantFragment | null
  readonly isAnswered: boolean
  readonly onAnswer: (answer: Answer) => void
}

/** Approves or declines a request, for a grant or for a change of the one that the firm has. */
export function ConsentForm({ link, asked, grant, isAnswered, onAnswer }: Props) {
  const first = grant ? choiceFromGrant(grant, asked.scopes) : choiceFromRequest(asked)
  const terms = useTerms(grant ? { link, grantId: grant.id } : { link }, () => first)
  const give = useAction(ApproveConnectionDocument)
  const change = useAction(ApproveChangeDocument)
  const decline = useAction(DeclineConnectionDocument)
  const isApproving = give.busy || change.busy
  const [isDeclining, setDeclining] = useState(false)
  const { error } = isDeclining ? decline : grant ? change : give
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const chosen = terms.complete()
    if (!chosen) return
    setDeclining(false)
    const approved = grant
      ? (await change.run({ input: { link, ...changeInput(grant, chosen) } }))?.updateGrant
      : (await give.run({ input: { link, ...chosen } }))?.createGrant
    if (approved) onAnswer({ kind: 'approved', grantId: approved.id, isChange: grant !== null })
    else terms.consent.reload()
  }
  const submitDecline = async () => {
    setDeclining(true)
    if (await decline.run({ link })) onAnswer({ kind: 'declined', grantId: grant?.id ?? null })
  }
  const { shown } = terms.consent
  return (
    <form onSubmit={submit} noValidate ref={terms.form}>
      <TermsEditor
        of={grant ? { grantId: grant.id } : { link }}
        offered={first.scopes}
        terms={terms}
        current={grant}
        lead={
          <AskingFirm
            asked={asked}
            // That of the terms is recorded, and may be newer.
            identity={shown ? shown.firmIdentity : asked.key.firmIdentity}
          />
        }
        more={<RequestFacts asked={asked} isKnown={isAnswered || grant !== null} />}
        notice={error && <ErrorNotice error={error} title={t('Your answer was not saved')} />}
      >
        <Button
          type="submit"
          loading={isApproving}
          aria-disabled={terms.isWaiting}
          disabled={decline.busy}
          aria-describedby={terms.sentenceId}
        >
          {grant ? t('Approve the change') : t('Approve')}
        </Button>
        <Button
          variant="default"
          onClick={submitDecline}
          loading={decline.busy}
          disabled={isApproving}
        >
          {grant ? t('Keep as it is') : t('Decline')}
        </Button>
      </TermsEditor>
    </form>
  )
}

// The requested scopes are preselected and can be left out; the assets are not.
function choiceFromRequest({ scopes }: AskedFragment): TermsChoice {
  return { scopes, filter: EMPTY_FILTER, expiry: { kind: 'year', date: '', current: null } }
}

interface FirmProps {
  readonly asked: AskedFragment
  /** As staff have verified it. Null: nobody has. */
  readonly identity: IdentityFactsFragment | null
}

// The firm that asks, what is known of it, and its purpose.
function AskingFirm({ asked: { key, purpose, reference }, identity }: FirmProps) {
  const { firmName } = key
  return (
    <section aria-label={firmName}>
      <Paper p="sm" bg={`var(--mantine-color-${identity ? 'leaf' : 'fruit'}-light)`}>
        <Title order={2} size="h4">
          <bdi>{firmName}</bdi>
        </Title>
        <Text size="sm">
          {identity ? (
            <>
              {formatVerified(identity)} <Website url={identity.website} />
            </>
          ) : (
            rich(
              'Nobody has checked that this is really {name}. Approve only if you expected this request.',
              { name: <Name>{firmName}</Name> },
            )
          )}
        </Text>
      </Paper>
      <Text size="sm" mt="sm" lineClamp={4}>
        {t('Purpose, as stated by the firm:')} <Name>{purpose}</Name>
      </Text>
      {reference && (
        <Text size="sm" mt={4}>
          {t('The firm knows you as')} <Name>{reference}</Name>
        </Text>
      )}
    </section>
  )
}

interface FactsProps {
  readonly asked: AskedFragment
  /** Whether the firm knows the client: by an answer, or by a grant. */
  readonly isKnown: boolean
}

// The rest of a request.
function RequestFacts({ asked, isKnown }: FactsProps) {
  const { key, expiresAt, singleUse } = asked
  const { name, email } = usePerson()
  return (
    <Fold title={t('More about this request')}>
      <FactList
        of={[
          [t('Access through'), <KeyName key="key" of={key} />],
          [t('Request expires'), <Instant key="end" at={expiresAt} />],
          [
            t('This link'),
            singleUse ? t('For one approval') : t('Can be approved by several clients'),
          ],
          [t('Signed in as'), `${name} (${email})`],
        ]}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {isKnown
          ? t('The firm sees your name and your answer.')
          : t('The firm learns nothing until you answer. Then it sees your name and your answer.')}
      </Text>
    </Fold>
  )
}
