import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { useAction } from '../../data/use-action.ts'
import {
  ApproveChangeDocument,
  ApproveConnectionDocument,
  type AskedFragment,
  type ChangeableGrantFragment,
  DeclineConnectionDocument,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { changeInput, choiceFromGrant, termsInEffect } from '../terms/grant-choice.ts'
import { EMPTY_FILTER, type TermsChoice } from '../terms/terms.ts'
import { TermsEditor } from '../terms/terms-editor.tsx'
import { useTerms } from '../terms/use-terms.ts'
import type { Answer } from './answered.tsx'
import { AskingFirm, RequestFacts } from './consent-request.tsx'

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
  const terms = useTerms(
    grant ? { link, grantId: grant.id } : { link },
    () => (grant ? choiceFromGrant(grant, asked.scopes) : choiceFromRequest(asked)),
    grant?.expiresAt ?? null,
  )
  const give = useAction(ApproveConnectionDocument)
  const change = useAction(ApproveChangeDocument)
  const decline = useAction(DeclineConnectionDocument)
  const isApproving = give.busy || change.busy
  const error = give.error ?? change.error ?? decline.error
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const chosen = terms.complete()
    if (!chosen) return
    const approved = grant
      ? (await change.run({ input: { link, ...changeInput(grant, chosen) } }))?.updateGrant
      : (await give.run({ input: { link, ...chosen } }))?.createGrant
    if (approved) onAnswer({ kind: 'approved', grantId: approved.id })
    else terms.consent.reload()
  }
  const submitDecline = async () => {
    if (await decline.run({ link })) onAnswer({ kind: 'declined', grantId: grant?.id ?? null })
  }
  const { shown } = terms.consent
  return (
    <form onSubmit={submit} noValidate ref={terms.form}>
      <TermsEditor
        of={grant ? { grantId: grant.id } : { link }}
        offered={grant ? choiceFromGrant(grant, asked.scopes).scopes : asked.scopes}
        terms={terms}
        current={grant && termsInEffect(grant)}
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
  return { scopes, filter: EMPTY_FILTER, expiry: { kind: 'year', date: '' } }
}
