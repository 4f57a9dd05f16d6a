import {
  ExportedAssetsDocument,
  OwnAssetDocument,
  PreviewExampleDocument,
} from '../../src/portal/generated/graphql.ts'
import { fullResult } from './full-result.ts'

const own = fullResult(OwnAssetDocument, { clientId: 'c', registryId: 'r' })
const preview = fullResult(PreviewExampleDocument, { scopes: [], filter: { type: 'all' } })
const exported = fullResult(ExportedAssetsDocument, { clientId: 'c' })

/** An asset as each operation of the portal selects it, with a value in every field. */
export const OWN_ASSET = existing(own.portfolio.asset)
export const EXAMPLE_ASSET = existing(preview.grantPreview.example)
export const EXPORTED_ASSET = existing(exported.portfolio.assets?.nodes[0])

function existing<Asset>(asset: Asset | null | undefined): Asset {
  if (!asset) throw new Error('the result has no asset')
  return asset
}
