import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { useAction } from '../../data/use-action.ts'
import { ApproveConnectionDocument, DeclineConnectionDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { EMPTY_FILTER } from '../terms/terms.ts'
import { TermsEditor } from '../terms/terms-editor.tsx'
import { useTerms } from '../terms/use-terms.ts'
import type { Request } from './consent-request.tsx'

interface Props {
  readonly link: string
  readonly request: Request
  readonly onConnected: (grantId: string) => void
  readonly onDeclined: () => void
}

/**
 * Approves or declines a request. The requested scopes are preselected and can be left out; the
 * assets are not.
 */
export function ConsentForm({ link, request, onConnected, onDeclined }: Props) {
  const terms = useTerms(
    { link },
    () => ({ scopes: request.scopes, filter: EMPTY_FILTER, expiry: { kind: 'year', date: '' } }),
    null,
  )
  const approve = useAction(ApproveConnectionDocument)
  const decline = useAction(DeclineConnectionDocument)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const chosen = terms.complete()
    if (!chosen) return
    const approved = await approve.run({ input: { link, ...chosen } })
    if (approved) onConnected(approved.createGrant.id)
    else terms.consent.reload()
  }
  const submitDecline = async () => {
    if (await decline.run({ link })) onDeclined()
  }
  const notice = approve.error ? (
    <ErrorNotice error={approve.error} title={t('Access was not granted')} />
  ) : (
    decline.error && <ErrorNotice error={decline.error} title={t('Your answer was not saved')} />
  )
  return (
    <form onSubmit={submit} noValidate ref={terms.form}>
      <TermsEditor
        of={{ link }}
        firm={request.key.firmName}
        offered={request.scopes}
        terms={terms}
        current={null}
        notice={notice}
      >
        <Button
          type="submit"
          loading={approve.busy}
          aria-disabled={terms.isWaiting}
          disabled={decline.busy}
          aria-describedby={terms.sentenceId}
        >
          {t('Approve')}
        </Button>
        <Button
          variant="default"
          onClick={submitDecline}
          loading={decline.busy}
          disabled={approve.busy}
        >
          {t('Decline')}
        </Button>
      </TermsEditor>
    </form>
  )
}
