import { DAY_MS } from '../../values/durations.ts'
import { createRegistryId, nextUlid } from '../../values/ids.ts'
import {
  writeCategoryDetail,
  writeDetail,
  writeEstate,
  writeVerification,
} from '../assets/stored-blocks.ts'
import { SANDBOX_ASSETS, type SandboxAsset } from './sandbox-assets.ts'

/**
 * The rows of a sandbox client, by table, in the form that the functions `create_sandbox_client` and
 * `change_sandbox_portfolio` take. The times of the assets are whole days before the day of `created`.
 */
export function sandboxPortfolio(created: Date, assets: readonly SandboxAsset[] = SANDBOX_ASSETS) {
  const day = new Date(Math.floor(created.getTime() / DAY_MS) * DAY_MS)
  const collections = {
    vault: { id: `collection_${nextUlid()}`, ref: 'vault', name: 'In the vault' },
    house: { id: `collection_${nextUlid()}`, ref: 'house', name: 'In the house' },
  }
  const rows = assets.map((asset) => {
    const ulid = nextUlid()
    return assetRows(asset, createRegistryId(asset.category, ulid), ulid, day)
  })
  return {
    collections: Object.values(collections),
    assets: rows.map(({ asset }) => asset),
    collection_items: rows.map(({ asset, collection }) => ({
      collection_id: collections[collection].id,
      registry_id: asset.registry_id,
      collection,
      asset: asset.ref,
    })),
    valuations: rows.flatMap(({ valuations }) => valuations),
    documents: rows.flatMap(({ documents }) => documents),
  }
}

function assetRows(asset: SandboxAsset, registry_id: string, ulid: string, day: Date) {
  const { ref, documents } = asset
  const at = (daysAgo: number) => new Date(day.getTime() - daysAgo * DAY_MS).toISOString()
  // One function finds the asset of a part by its id, the other by its ref.
  const of = { registry_id, asset: ref }
  return {
    asset: {
      registry_id,
      id: `item_${ulid}`,
      ...assetColumns(asset, at),
      ...assetBlocks(asset, ulid, at),
    },
    collection: asset.collection,
    valuations: asset.values.map(([daysAgo, source, value]) => ({
      ...of,
      valued_at: at(daysAgo),
      source,
      id: `val_${nextUlid()}`,
      value,
    })),
    documents: documents.map(([type, title, daysAgo]) => ({
      id: `doc_${nextUlid()}`,
      ...of,
      ref: `${ref}-${type}`,
      type,
      title,
      issuer: 'Example issuer',
      issued_on: at(daysAgo).slice(0, 10),
      file_size: 180_000 + 1_024 * title.length,
    })),
  }
}

function assetColumns(asset: SandboxAsset, at: (daysAgo: number) => string) {
  const { ref, title, category, documents } = asset
  const [daysAgo, , market_value] = asset.values.at(-1) ?? [0, '', null]
  return {
    ref,
    title,
    category,
    quantity: '1',
    market_value,
    valued_at: at(daysAgo),
    purchase_price: asset.paid,
    insurance_value: asset.insured,
    document_count: documents.length,
    document_types: documents.map(([type]) => type).sort(),
  }
}

// The blocks of the asset, as they are stored. The database function that keeps the id of an asset puts the unique part of it
// in place of `ulid`, so the link keeps its id too.
function assetBlocks(asset: SandboxAsset, ulid: string, at: (daysAgo: number) => string) {
  const { category, description, storage, verified } = asset
  // The heir is an institution, so that no person is named.
  const heir = { name: 'Example Museum', relationship: 'charity', share_percent: 100 }
  const link = {
    id: `link_${ulid}`,
    label: 'Insurer',
    created_at: at(30),
    expires_at: asset.linkExpiresAt ?? at(-335),
    revoked_at: null,
  }
  return {
    detail: writeDetail({
      description,
      notes: 'Fictional: made for trying the API.',
      seller: 'Example dealer',
      storage_location: storage,
    }),
    category_detail: writeCategoryDetail(category, asset.detail),
    estate: writeEstate(verified ? [heir] : [], verified ? [link] : [], {
      score: verified ? 90 : 55,
      gaps: verified ? [] : ['heirs_missing'],
    }),
    verification: writeVerification(
      {
        status: verified ? 'verified' : 'unverified',
        risk_score: verified ? 4 : 35,
        tamper_state: verified ? 'intact' : 'not_fitted',
      },
      verified ? [{ scanned_at: at(20), method: 'nfc', result: 'match' }] : [],
    ).block,
  }
}
