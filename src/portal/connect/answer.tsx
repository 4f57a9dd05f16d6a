import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { ErrorNotice } from '../components/error-notice.tsx'
import {
  ApproveConnectionDocument,
  type ConnectionAskedQuery,
  DeclineConnectionDocument,
} from '../generated/graphql.ts'
import { NO_FILTER_YET } from '../grant-terms/terms.ts'
import { TermsEditor } from '../grant-terms/terms-editor.tsx'
import { useTerms } from '../grant-terms/use-terms.ts'
import { useAction } from '../use-action.ts'

interface Props {
  readonly link: string
  readonly asked: ConnectionAskedQuery['connectionRequest']
  readonly onConnected: (grantId: string) => void
  readonly onDeclined: () => void
}

/** The client's own terms, within what is asked, and the two answers. Which assets, nobody has asked for. */
export function Answer({ link, asked, onConnected, onDeclined }: Props) {
  const terms = useTerms(
    () => ({ scopes: asked.scopes, filter: NO_FILTER_YET, expiry: { kind: 'year', date: '' } }),
    null,
  )
  const approve = useAction(ApproveConnectionDocument)
  const decline = useAction(DeclineConnectionDocument)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const chosen = terms.complete()
    const made = chosen && (await approve.run({ input: { link, ...chosen } }))
    if (made) onConnected(made.createGrant.id)
  }
  const refuse = async () => {
    if (await decline.run({ link })) onDeclined()
  }
  const notice = approve.fault ? (
    <ErrorNotice fault={approve.fault} title="Access was not granted" />
  ) : (
    decline.fault && <ErrorNotice fault={decline.fault} title="Your answer was not saved" />
  )
  return (
    <form onSubmit={submit} noValidate ref={terms.form}>
      <TermsEditor
        of={{ link }}
        firm={asked.key.firmName}
        offered={asked.scopes}
        terms={terms}
        standing={null}
        notice={notice}
      >
        <Button
          type="submit"
          loading={approve.busy}
          disabled={decline.busy}
          aria-describedby={terms.sentenceId}
        >
          Approve
        </Button>
        <Button variant="default" onClick={refuse} loading={decline.busy} disabled={approve.busy}>
          Decline
        </Button>
      </TermsEditor>
    </form>
  )
}
