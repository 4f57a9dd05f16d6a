import { useParams } from 'wouter'
import { usePerson } from '../../data/session/person.ts'
import { useQuery } from '../../data/use-query.ts'
import { OwnAssetDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { NotFound, PortalPage, QueryView } from '../../ui/page.tsx'
import { To } from '../../ui/to.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { AssetBlocks } from './asset-blocks.tsx'
import { AssetDocuments } from './asset-documents.tsx'
import { AssetReaders, useReaders } from './asset-readers.tsx'
import { AssetValues } from './asset-values.tsx'

/** One asset of the client: who can see it, and what is recorded about it. */
export default function AssetPage() {
  const { registryId } = useParams<{ registryId: string }>()
  const { id: clientId } = usePerson()
  const found = useQuery(OwnAssetDocument, { clientId, registryId })
  const readers = useReaders(registryId)
  const { data, error } = found
  const asset = data?.portfolio?.asset
  if (!asset && error && isUnknown(error.code)) return <NotFound />
  return (
    <PortalPage
      title={asset ? asset.title : t('Asset')}
      description={
        asset && (
          <>
            <To href={`/portfolio/assets?assets-category=${asset.category}`} underline="always">
              {CATEGORIES[asset.category]}
            </To>{' '}
            <CopyId id={asset.registryId} of={asset.title} />
          </>
        )
      }
    >
      <QueryView of={found} rows={4} height={160}>
        {() =>
          asset && (
            <>
              <AssetValues clientId={clientId} registryId={registryId} />
              <AssetReaders of={readers} registryId={registryId} />
              <AssetBlocks asset={asset} readers={readers.data?.assetGrants ?? null} />
              <AssetDocuments clientId={clientId} registryId={registryId} />
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
