import { Button, Group } from '@mantine/core'
import { type FormEvent, useId } from 'react'
import { useLocation } from 'wouter'
import type { PortalError } from '../../data/error.ts'
import { useAction } from '../../data/use-action.ts'
import { ChangeGrantDocument, type GrantToChangeQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { notify } from '../../ui/notices.tsx'
import { ButtonTo } from '../../ui/to.tsx'
import { changeInput, choiceFromGrant, isSameChoice, termsInEffect } from '../terms/grant-choice.ts'
import { TermsEditor } from '../terms/terms-editor.tsx'
import { useTerms } from '../terms/use-terms.ts'
import type { Proposal } from './without-asset.ts'

/** A grant with its newest agreement. */
export type ChangedGrant = NonNullable<GrantToChangeQuery['grant']>

interface Props {
  readonly grant: ChangedGrant
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
  const isOnRecord = grant.consents.nodes.length > 0
  const isSame = state !== 'expired' && isSameChoice(terms.choice, choiceFromGrant(grant))
  const unchanged = isOnRecord && isSame
  const reasonId = useId()
  const page = `/connected-apps/${id}`
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const chosen = unchanged ? null : terms.complete()
    if (!chosen) return
    const changed = await change.run({ input: changeInput(grant, chosen) })
    if (!changed) return terms.consent.reload()
    navigate(page)
    const href = `${page}/receipts/${changed.updateGrant.version}`
    notify({ text: t('Your change is in effect.'), link: { href, label: t('Receipt') } })
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
          aria-disabled={terms.isWaiting || unchanged}
          aria-describedby={unchanged ? reasonId : terms.sentenceId}
        >
          {isOnRecord || !isSame ? t('Save') : t('Agree to these terms')}
        </Button>
        <ButtonTo href={page} variant="default">
          {t('Cancel')}
        </ButtonTo>
        {unchanged && <Dimmed id={reasonId}>{t('You have not changed anything.')}</Dimmed>}
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
