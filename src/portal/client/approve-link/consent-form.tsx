import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { useAction } from '../../data/use-action.ts'
import {
  ApproveConnectionDocument,
  type AskedFragment,
  DeclineConnectionDocument,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { EMPTY_FILTER } from '../terms/terms.ts'
import { TermsEditor } from '../terms/terms-editor.tsx'
import { useTerms } from '../terms/use-terms.ts'

interface Props {
  readonly link: string
  readonly asked: AskedFragment
  readonly onConnected: (grantId: string) => void
  readonly onDeclined: () => void
}

/**
 * Approves or declines a request. The requested scopes are preselected and can be left out; the
 * assets are not.
 */
export function ConsentForm({ link, asked, onConnected, onDeclined }: Props) {
  const terms = useTerms(
    { link },
    () => ({ scopes: asked.scopes, filter: EMPTY_FILTER, expiry: { kind: 'year', date: '' } }),
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
        firm={asked.key.firmName}
        offered={asked.scopes}
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
