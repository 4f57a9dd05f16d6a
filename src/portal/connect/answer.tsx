import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../components/error-notice.tsx'
import {
  ApproveConnectionDocument,
  type ConnectionAskedQuery,
  DeclineConnectionDocument,
} from '../generated/graphql.ts'
import {
  expiryOf,
  filterInput,
  isExpiryWhole,
  NO_FILTER_YET,
  type TermsChoice,
} from '../grant-terms/terms.ts'
import { TermsEditor } from '../grant-terms/terms-editor.tsx'
import { useAction } from '../use-action.ts'

interface Props {
  readonly link: string
  readonly asked: ConnectionAskedQuery['connectionRequest']
  readonly onConnected: (grantId: string) => void
  readonly onDeclined: () => void
}

/** The client's own terms, within what is asked, and the two answers. */
export function Answer({ link, asked, onConnected, onDeclined }: Props) {
  const [choice, setChoice] = useState<TermsChoice>({
    scopes: asked.scopes,
    filter: NO_FILTER_YET,
    expiry: { kind: 'year', date: '' },
  })
  const [strict, setStrict] = useState(false)
  const approve = useAction(ApproveConnectionDocument)
  const decline = useAction(DeclineConnectionDocument)
  const filter = filterInput(choice.filter)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setStrict(true)
    if (!filter || !isExpiryWhole(choice.expiry)) return
    const expiresAt = expiryOf(choice.expiry, null)
    const made = await approve.run({
      input: { link, scopes: [...choice.scopes], filter, expiresAt },
    })
    if (made) onConnected(made.createGrant.id)
  }
  const refuse = async () => {
    if (await decline.run({ link })) onDeclined()
  }
  const fault = approve.fault ?? decline.fault
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TermsEditor
          of={{ link }}
          offered={asked.scopes}
          choice={choice}
          standing={null}
          strict={strict}
          onChange={setChoice}
        />
        {fault && <ErrorNotice fault={fault} title="Your answer is not kept" />}
        <Group>
          <Button type="submit" loading={approve.busy} disabled={decline.busy}>
            Approve
          </Button>
          <Button variant="default" onClick={refuse} loading={decline.busy} disabled={approve.busy}>
            Decline
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
