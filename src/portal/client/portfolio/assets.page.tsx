import { usePerson } from '../../data/session/person.ts'
import { useQuery } from '../../data/use-query.ts'
import { AssetCategoriesDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { Exported } from '../../ui/export/export-buttons.tsx'
import { ExportButtons } from '../../ui/export/export-buttons.tsx'
import { PortalPage, QueryView } from '../../ui/page.tsx'
import { AssetList } from './asset-list.tsx'
import { ASSET_HEADER, assetRow, type ExportedAsset } from './asset-row.ts'
import { readExportedPage } from './read-exported.ts'

/** All assets of a client: searched, filtered, and saved as a file. */
export default function AssetsPage() {
  const { id: clientId } = usePerson()
  const categories = useQuery(AssetCategoriesDocument, { clientId })
  return (
    <PortalPage title={t('Assets')} action={<ExportAssets clientId={clientId} />}>
      <QueryView of={categories} rows={8} height={56}>
        {({ portfolio }) =>
          portfolio && <AssetList clientId={clientId} categories={portfolio.summary.categories} />
        }
      </QueryView>
    </PortalPage>
  )
}

// Saves the client's assets with all that firms can see of them.
function ExportAssets({ clientId }: { clientId: string }) {
  const of: Exported<ExportedAsset> = {
    name: 'portfolio',
    read: (after) => readExportedPage(clientId, after),
    header: ASSET_HEADER,
    toRow: assetRow,
  }
  return <ExportButtons of={of} />
}
