import { Button, Group } from '@mantine/core'
import type { FormEvent } from 'react'
import { Link, useLocation } from 'wouter'
import { ErrorNotice } from '../components/error-notice.tsx'
import type { Fault } from '../fault.ts'
import { ChangeGrantDocument, type GrantTermsFragment } from '../generated/graphql.ts'
import { choiceOf, inputOf } from '../grant-terms/choice.ts'
import { TermsEditor } from '../grant-terms/terms-editor.tsx'
import { useTerms } from '../grant-terms/use-terms.ts'
import { useAction } from '../use-action.ts'

interface Props {
  readonly grant: GrantTermsFragment
  /** To begin again from how it stands, where somebody has changed it meanwhile. */
  readonly onOvertaken: () => void
}

/** The same choices as when the grant was given, within the key's scopes, beside what they change. */
export function EditForm({ grant, onOvertaken }: Props) {
  const { id, version, key, scopes, expiresAt, state } = grant
  // The end of an expired grant lies behind: it cannot be kept.
  const terms = useTerms(() => choiceOf(grant), state === 'expired' ? null : expiresAt)
  const [, navigate] = useLocation()
  const change = useAction(ChangeGrantDocument)
  const page = `/connected-apps/${id}`
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const chosen = terms.complete()
    if (!chosen) return
    const { expiresAt: end, ...rest } = chosen
    const expiry = end === null ? { clearExpiry: true } : { expiresAt: end }
    if (await change.run({ input: { grantId: id, version, ...rest, ...expiry } })) navigate(page)
  }
  return (
    <form onSubmit={submit} noValidate ref={terms.form}>
      <TermsEditor
        of={{ grantId: id }}
        firm={key.firmName}
        offered={key.scopes}
        terms={terms}
        standing={{ scopes, filter: inputOf(grant.filter) }}
        notice={change.fault && <NotKept fault={change.fault} onOvertaken={onOvertaken} />}
      >
        <Button type="submit" loading={change.busy} aria-describedby={terms.sentenceId}>
          Save
        </Button>
        <Button component={Link} href={page} variant="default">
          Cancel
        </Button>
      </TermsEditor>
    </form>
  )
}

function NotKept({ fault, onOvertaken }: Pick<Props, 'onOvertaken'> & { fault: Fault }) {
  return (
    <>
      <ErrorNotice fault={fault} title="Your change was not saved" />
      {fault.code === 'state_conflict' && (
        <Group>
          <Button variant="default" size="xs" onClick={onOvertaken}>
            Reload and start over
          </Button>
        </Group>
      )}
    </>
  )
}
