import { Anchor } from '@mantine/core'
import { useQuery } from 'urql'
import { Link, useParams } from 'wouter'
import { CopyId } from '../components/copy-id.tsx'
import { PortalPage } from '../components/portal-page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { RowsSkeleton } from '../components/rows-skeleton.tsx'
import { toPortalError } from '../error.ts'
import { OwnAssetDocument } from '../generated/graphql.ts'
import { CATEGORIES } from '../labels/categories.ts'
import { NotFound } from '../layout/not-found.tsx'
import { usePerson } from '../session/session.tsx'
import { AssetBlocks } from './asset-blocks.tsx'
import { AssetReaders } from './asset-readers.tsx'
import { useReaders } from './use-readers.ts'

/** One asset of the client: who can see it, and what is recorded about it. */
export default function AssetPage() {
  const { registryId } = useParams<{ registryId: string }>()
  const { id: clientId } = usePerson()
  const found = useQuery({ query: OwnAssetDocument, variables: { clientId, registryId } })
  const readers = useReaders(registryId)
  const [{ data, error }] = found
  const asset = data?.portfolio?.asset
  if (!asset && error && isUnknown(toPortalError(error).code)) return <NotFound />
  return (
    <PortalPage
      title={asset ? asset.title : 'Asset'}
      description={
        asset && (
          <>
            <Anchor
              component={Link}
              href={`/portfolio?category=${asset.category}`}
              inherit
              underline="always"
            >
              {CATEGORIES[asset.category]}
            </Anchor>{' '}
            <CopyId id={asset.registryId} of={asset.title} />
          </>
        )
      }
    >
      <QueryView of={found} skeleton={<RowsSkeleton rows={4} height={160} />}>
        {() =>
          asset && (
            <>
              <AssetReaders of={readers} />
              <AssetBlocks asset={asset} readers={readers[0].data?.assetGrants ?? null} />
            </>
          )
        }
      </QueryView>
    </PortalPage>
  )
}

function isUnknown(code: string): boolean {
  return code === 'asset_not_found' || code === 'no_active_grant'
}
