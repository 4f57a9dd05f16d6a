import { useClient } from 'urql'
import { ExportButtons } from '../../ui/export/export-buttons.tsx'
import type { Exported } from '../../ui/export/use-export.ts'
import { ASSET_HEADER, assetRow, type ExportedAsset } from './asset-row.ts'
import { readExportedPage } from './read-exported.ts'

/** Saves the client's assets with all that firms can see of them. */
export function ExportAssets({ clientId }: { clientId: string }) {
  const client = useClient()
  const of: Exported<ExportedAsset> = {
    name: 'portfolio',
    read: (after) => readExportedPage(client, clientId, after),
    header: ASSET_HEADER,
    toRow: assetRow,
  }
  return <ExportButtons of={of} />
}
