import { Alert, Text } from '@mantine/core'
import { useParams, useSearchParams } from 'wouter'
import { usePerson } from '../../data/session/person.ts'
import { useQuery } from '../../data/use-query.ts'
import { AssetToLeaveOutDocument, GrantToChangeDocument } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { Name } from '../../ui/name.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { type ChangedGrant, EditForm } from './edit-form.tsx'
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
  const isClosed = grant && (grant.client.id !== id || !canChange(grant))
  if (isClosed) return <NotFound />
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
      {() => {
        if (!grant) return null
        const form = { grant, onConflict: query.reload }
        if (without === null) return <EditForm key={grant.version} {...form} />
        return <WithoutAsset key={grant.version} {...form} registryId={without} />
      }}
    </QueryPage>
  )
}

interface WithoutProps {
  readonly grant: ChangedGrant
  readonly registryId: string
  readonly onConflict: () => void
}

function WithoutAsset({ registryId, ...form }: WithoutProps) {
  const { grant } = form
  const { id: clientId } = usePerson()
  const variables = { clientId, grantId: grant.id, registryId }
  const query = useQuery(AssetToLeaveOutDocument, variables, { onVisit: 'anew' })
  return (
    <QueryView of={query} rows={2} height={300}>
      {({ portfolio, grantChoices: { categories, assetsExcept } }) => {
        if (!portfolio?.asset) return null
        const { title, category } = portfolio.asset
        const others =
          assetsExcept?.map(({ registryId: id, title: label }) => ({ id, label })) ?? null
        const proposal = proposeWithout(grant, { category, others, categories })
        return (
          <>
            <Alert color="fruit" title={title}>
              <Text size="sm">{proposal.note}</Text>
            </Alert>
            <EditForm {...form} proposal={proposal} />
          </>
        )
      }}
    </QueryView>
  )
}
