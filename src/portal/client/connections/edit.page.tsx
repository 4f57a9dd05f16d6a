import { Alert, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { useParams, useSearchParams } from 'wouter'
import { isNotFound } from '../../data/not-found.ts'
import { usePerson } from '../../data/session/person.ts'
import {
  AssetsExceptDocument,
  AssetToLeaveOutDocument,
  type AssetToLeaveOutQuery,
  GrantToChangeDocument,
} from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { Name } from '../../ui/name.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { type ChangedGrant, EditForm } from './edit-form.tsx'
import { canChange } from './idle-grant.ts'
import { proposeWithout } from './without-asset.ts'

// Another version would begin the form anew, while the client fills it in.
const STEADY = { steady: true }

/**
 * Changes the terms of a grant. Only its client can. With `without` in the address, it begins with the terms that no
 * longer show that asset.
 */
export default function EditPage() {
  const { grantId } = useParams<{ grantId: string }>()
  const [params] = useSearchParams()
  const without = params.get('without')
  // Never only from the cache: a change names the version that it is based on.
  const query = useQuery({
    query: GrantToChangeDocument,
    variables: { id: grantId },
    requestPolicy: 'cache-and-network',
    context: STEADY,
  })
  const { id } = usePerson()
  const [{ data }, refetch] = query
  const reload = () => refetch({ requestPolicy: 'network-only' })
  const grant = data?.grant
  const isClosed = grant && (grant.client.id !== id || !canChange(grant))
  if (isClosed || (!grant && isNotFound(query))) return <NotFound />
  return (
    <PortalPage
      title={without === null ? t('Change what the firm can see') : t('Stop sharing an asset')}
      description={
        grant &&
        rich('The firm is {name}. Changes apply immediately.', {
          name: <Name>{grant.key.firmName}</Name>,
        })
      }
    >
      <QueryView of={query} skeleton={<RowsSkeleton rows={2} height={300} />}>
        {() => {
          if (!grant) return null
          const form = { grant, onConflict: reload }
          if (without === null) return <EditForm key={grant.version} {...form} />
          return <Without key={grant.version} {...form} registryId={without} />
        }}
      </QueryView>
    </PortalPage>
  )
}

interface WithoutProps {
  readonly grant: ChangedGrant
  readonly registryId: string
  readonly onConflict: () => void
}

function Without({ registryId, ...form }: WithoutProps) {
  const { id: clientId } = usePerson()
  const query = useQuery({ query: AssetToLeaveOutDocument, variables: { clientId, registryId } })
  return (
    <QueryView of={query} skeleton={<RowsSkeleton rows={2} height={300} />}>
      {({ portfolio }) => portfolio?.asset && <WithoutAsset {...form} asset={portfolio.asset} />}
    </QueryView>
  )
}

interface WithoutAssetProps extends Omit<WithoutProps, 'registryId'> {
  readonly asset: NonNullable<NonNullable<AssetToLeaveOutQuery['portfolio']>['asset']>
}

function WithoutAsset({ asset, ...form }: WithoutAssetProps) {
  const { grant } = form
  const query = useQuery({
    query: AssetsExceptDocument,
    variables: { grantId: grant.id, registryId: asset.registryId },
    requestPolicy: 'network-only',
  })
  return (
    <QueryView of={query} skeleton={<RowsSkeleton rows={2} height={300} />}>
      {({ grantChoices: { categories, assetsExcept } }) => {
        const others =
          assetsExcept?.map(({ registryId: id, title: label }) => ({ id, label })) ?? null
        const proposal = proposeWithout(grant, { category: asset.category, others, categories })
        return (
          <>
            <Alert color="fruit" title={asset.title}>
              <Text size="sm">{proposal.note}</Text>
            </Alert>
            <EditForm {...form} proposal={proposal} />
          </>
        )
      }}
    </QueryView>
  )
}
