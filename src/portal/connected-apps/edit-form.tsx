import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ErrorNotice } from '../components/error-notice.tsx'
import { ChangeGrantDocument, type GrantTermsFragment } from '../generated/graphql.ts'
import { choiceOf, inputOf } from '../grant-terms/choice.ts'
import { expiryOf, filterInput, isExpiryWhole } from '../grant-terms/terms.ts'
import { TermsEditor } from '../grant-terms/terms-editor.tsx'
import { useAction } from '../use-action.ts'

/** The same choices as when the grant was given, within the key's scopes, beside what they change. */
export function EditForm({ grant }: { grant: GrantTermsFragment }) {
  const { id, key, scopes, expiresAt, state } = grant
  const [choice, setChoice] = useState(() => choiceOf(grant))
  const [strict, setStrict] = useState(false)
  const [, navigate] = useLocation()
  const change = useAction(ChangeGrantDocument)
  const page = `/connected-apps/${id}`
  // The end of an expired grant lies behind: it cannot be kept.
  const kept = state === 'expired' ? null : expiresAt
  const filter = filterInput(choice.filter)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setStrict(true)
    if (!filter || !isExpiryWhole(choice.expiry)) return
    const end = expiryOf(choice.expiry, kept)
    const expiry = end === null ? { clearExpiry: true } : { expiresAt: end }
    const input = { grantId: id, scopes: [...choice.scopes], filter, ...expiry }
    if (await change.run({ input })) navigate(page)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TermsEditor
          of={{ grantId: id }}
          offered={key.scopes}
          choice={choice}
          standing={{ scopes, filter: inputOf(grant.filter), expiresAt: kept }}
          strict={strict}
          onChange={setChoice}
        />
        {change.fault && <ErrorNotice fault={change.fault} title="The change is not kept" />}
        <Group>
          <Button type="submit" loading={change.busy}>
            Save
          </Button>
          <Button component={Link} href={page} variant="default">
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
