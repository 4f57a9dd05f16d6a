import { Button, Group } from '@mantine/core'
import type { FormEvent } from 'react'
import { Link, useLocation } from 'wouter'
import type { PortalError } from '../../data/error.ts'
import { useAction } from '../../data/use-action.ts'
import { ChangeGrantDocument, type GrantTermsFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { changeInput, choiceFromGrant, termsInEffect } from '../terms/grant-choice.ts'
import { TermsEditor } from '../terms/terms-editor.tsx'
import { useTerms } from '../terms/use-terms.ts'
import type { Proposal } from './without-asset.ts'

interface Props {
  readonly grant: GrantTermsFragment
  /** A change to begin with. */
  readonly proposal?: Proposal | null
  /** Reloads the grant after another change of it was saved first. */
  readonly onConflict: () => void
}

/** Edits the terms of a grant, within the key's scopes. */
export function EditForm({ grant, proposal = null, onConflict }: Props) {
  const { id, key, expiresAt, state } = grant
  // The end of an expired grant is in the past and cannot be kept.
  const kept = state === 'expired' ? null : expiresAt
  const initial = () => {
    const current = choiceFromGrant(grant)
    return { ...current, filter: proposal?.filter ?? current.filter }
  }
  const terms = useTerms({ grantId: id }, initial, kept)
  const [, navigate] = useLocation()
  const change = useAction(ChangeGrantDocument)
  const page = `/connected-apps/${id}`
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const chosen = terms.complete()
    if (!chosen) return
    const changed = await change.run({ input: changeInput(grant, chosen) })
    if (!changed) return terms.consent.reload()
    navigate(proposal ? `${page}/receipts/${changed.updateGrant.version}` : page)
  }
  return (
    <form onSubmit={submit} noValidate ref={terms.form}>
      <TermsEditor
        of={{ grantId: id }}
        offered={key.scopes}
        terms={terms}
        current={termsInEffect(grant)}
        notice={change.error && <NotSaved error={change.error} onConflict={onConflict} />}
      >
        <Button
          type="submit"
          loading={change.busy}
          aria-disabled={terms.isWaiting}
          aria-describedby={terms.sentenceId}
        >
          {t('Save')}
        </Button>
        <Button component={Link} href={page} variant="default">
          {t('Cancel')}
        </Button>
      </TermsEditor>
    </form>
  )
}

function NotSaved({ error, onConflict }: Pick<Props, 'onConflict'> & { error: PortalError }) {
  return (
    <>
      <ErrorNotice error={error} title={t('Your change was not saved')} />
      {error.code === 'state_conflict' && (
        <Group>
          <Button variant="default" size="xs" onClick={onConflict}>
            {t('Reload and start over')}
          </Button>
        </Group>
      )}
    </>
  )
}
