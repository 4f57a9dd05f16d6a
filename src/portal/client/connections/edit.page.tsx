import { Alert, Button, Group, Text } from '@mantine/core'
import { type FormEvent, useId } from 'react'
import { Redirect, useLocation, useParams, useSearchParams } from 'wouter'
import { outdateAll } from '../../data/client.ts'
import type { PortalError } from '../../data/error.ts'
import { usePerson } from '../../data/session/person.ts'
import { useAction } from '../../data/use-action.ts'
import { useQuery } from '../../data/use-query.ts'
import {
  AssetsExceptDocument,
  AssetToLeaveOutDocument,
  type AssetToLeaveOutQuery,
  ChangeGrantDocument,
  GrantToChangeDocument,
  type GrantToChangeQuery,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ButtonTo, Dimmed, Name } from '../../ui/inline.tsx'
import { notify } from '../../ui/notices.tsx'
import { NotFound, QueryPage, QueryView } from '../../ui/page-parts.tsx'
import { changeInput, choiceFromGrant, isSameChoice } from '../terms/grant-choice.ts'
import type { FilterChoice } from '../terms/terms.ts'
import { TermsEditor } from '../terms/terms-editor.tsx'
import { useTerms } from '../terms/use-terms.ts'
import { canChange } from './idle-grant.ts'
import { proposeWithout } from './without-asset.ts'

// A change names the version that it is based on. Another one would begin the form anew, while the client fills it in.
const READ_ONCE = { isSteady: true, onVisit: 'again' } as const

/**
 * Changes the terms of a grant. Only its client can. With `without` in the address, it begins with the terms that no
 * longer show that asset.
 */
export default function EditPage() {
  const { grantId } = useParams<{ grantId: string }>()
  const [params] = useSearchParams()
  const without = params.get('without')
  const query = useQuery(GrantToChangeDocument, { id: grantId }, READ_ONCE)
  const { id } = usePerson()
  const grant = query.data?.grant
  if (grant && grant.client.id !== id) return <NotFound />
  // The page of the grant says why. An earlier answer may be from before the grant could be changed.
  if (grant && !canChange(grant) && !query.isLoading)
    return <Redirect to={`/connected-apps/${grantId}`} replace />
  return (
    <QueryPage
      of={query}
      title={without === null ? t('Change what the firm can see') : t('Stop sharing an asset')}
      description={
        grant &&
        rich('The firm is {name}. Changes apply immediately.', {
          name: <Name>{grant.key.firmName}</Name>,
        })
      }
      rows={2}
      height={300}
    >
      {({ grant }) => {
        if (!canChange(grant)) return null
        const form = { grant }
        if (without === null) return <EditForm key={grant.version} {...form} />
        return <Without key={grant.version} {...form} registryId={without} />
      }}
    </QueryPage>
  )
}

interface WithoutProps {
  readonly grant: ChangedGrant
  readonly registryId: string
}

function Without({ registryId, ...form }: WithoutProps) {
  const { id: clientId } = usePerson()
  const query = useQuery(AssetToLeaveOutDocument, { clientId, registryId })
  return (
    <QueryView of={query} rows={2} height={300}>
      {({ portfolio: { asset } }) => asset && <WithoutAsset {...form} asset={asset} />}
    </QueryView>
  )
}

interface WithoutAssetProps extends Omit<WithoutProps, 'registryId'> {
  readonly asset: NonNullable<AssetToLeaveOutQuery['portfolio']['asset']>
}

// Both in one document would cost too many requests.
function WithoutAsset({ asset: { registryId, title, category }, ...form }: WithoutAssetProps) {
  const { grant } = form
  const variables = { grantId: grant.id, registryId }
  const query = useQuery(AssetsExceptDocument, variables, { onVisit: 'anew' })
  return (
    <QueryView of={query} rows={2} height={300}>
      {({ grantChoices: { categories, assetsExcept: others } }) => {
        const { filter, note } = proposeWithout(grant, { category, others, categories })
        return (
          <>
            <Alert color="fruit" title={title}>
              <Text size="sm">{note}</Text>
            </Alert>
            <EditForm {...form} filter={filter} />
          </>
        )
      }}
    </QueryView>
  )
}

// A grant with its newest agreement.
type ChangedGrant = GrantToChangeQuery['grant']

interface Props {
  readonly grant: ChangedGrant
  /** The filter to begin with. Null: that of the grant. */
  readonly filter?: FilterChoice | null
}

// Edits the terms of a grant, within the key's scopes.
function EditForm({ grant, filter = null }: Props) {
  const { id, key, state } = grant
  const initial = () => {
    const current = choiceFromGrant(grant)
    return { ...current, filter: filter ?? current.filter }
  }
  const terms = useTerms({ grantId: id }, initial)
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
        current={grant}
        notice={change.error && <NotSaved error={change.error} />}
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

// Another change of the grant was saved first, or it has ended. It is read again.
function NotSaved({ error }: { error: PortalError }) {
  return (
    <>
      <ErrorNotice error={error} title={t('Your change was not saved')} />
      {error.code === 'state_conflict' && (
        <Group>
          <Button variant="default" size="xs" onClick={outdateAll}>
            {t('Reload and start over')}
          </Button>
        </Group>
      )}
    </>
  )
}
