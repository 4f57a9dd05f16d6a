import { useClient } from 'urql'
import { ExportedAssetsDocument } from '../../generated/graphql.ts'
import { ExportButtons } from '../../ui/export/export-buttons.tsx'
import type { Page } from '../../ui/export/read-pages.ts'
import type { Exported } from '../../ui/export/use-export.ts'
import { ASSET_HEADER, assetRow, type ExportedAsset } from './asset-row.ts'

const EMPTY: Page<ExportedAsset> = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } }

/** Saves the client's assets with all that their blocks show. */
export function ExportAssets({ clientId }: { clientId: string }) {
  const client = useClient()
  const of: Exported<ExportedAsset> = {
    name: 'portfolio',
    read: async (after) => {
      const { data, error } = await client
        .query(
          ExportedAssetsDocument,
          { clientId, after },
          { requestPolicy: 'network-only', exact: true },
        )
        .toPromise()
      if (error) throw error
      return data?.portfolio?.assets ?? EMPTY
    },
    header: ASSET_HEADER,
    toRow: assetRow,
  }
  return <ExportButtons of={of} />
}
