import {
  writeCategoryDetail,
  writeDetail,
  writeEstate,
  writeVerification,
} from '../modules/assets/stored-blocks.ts'
import { createRegistryId, nextUlid } from '../values/ids.ts'
import type { ASSET_COLUMNS } from './asset-members.ts'
import type { AssetRecord, ImportRecord } from './record-schema.ts'
import type { Cell, Staging } from './staging.ts'

/** Puts a record into the staging tables. Every record gets new ids; stored rows keep theirs. */
export function stage(staging: Staging, line: number, record: ImportRecord): void {
  switch (record.type) {
    case 'collection':
      staging.add('staged_collections', { line, id: `collection_${nextUlid()}` }, record)
      return
    case 'asset':
      stageAsset(staging, line, record)
      for (const [position, collection] of (record.collections ?? []).entries())
        staging.add('staged_collection_items', { line, position, collection })
      return
    case 'valuation':
      staging.add('staged_valuations', { line, removed: false, id: `val_${nextUlid()}` }, record)
      return
    case 'valuation_removal':
      staging.add('staged_valuations', { line, removed: true }, record)
      return
    case 'document': {
      const row = { line, removed: false, id: `doc_${nextUlid()}`, type: record.document_type }
      staging.add('staged_documents', row, record)
      return
    }
    case 'document_removal':
      staging.add('staged_documents', { line, removed: true }, record)
      return
    case 'removal':
      staging.add('staged_assets', { line, ref: record.asset, removed: true })
  }
}

function stageAsset(staging: Staging, line: number, record: AssetRecord): void {
  const { category, category_detail, heirs, share_links, readiness } = record
  const { scans, ...verification } = record.verification ?? {}
  const ulid = nextUlid()
  const written = writeVerification(verification, scans ?? [])
  // One literal, because spreading two objects into a third takes as long as checking the record. It must have the
  // columns without a member of the same name, and those of which the member is not the text: `category_detail` and
  // `verification`.
  const row = {
    line,
    removed: false,
    registry_id: createRegistryId(category, ulid),
    id: `item_${ulid}`,
    quantity: record.quantity ?? '1',
    detail: writeDetail(record),
    category_detail: writeCategoryDetail(category, category_detail),
    estate: writeEstate(
      (heirs ?? []).map((heir) => ({ ...heir, share_percent: Number(heir.share_percent) })),
      // A link without a start gets that of the stored link with its label, or the instant of the import.
      (share_links ?? []).map((link) => ({ ...link, id: `link_${nextUlid()}` })),
      readiness ?? {},
    ),
    verification: written.block,
    value_follows: record.market_value == null,
    date_follows: record.valued_at == null,
  } satisfies Record<Exclude<keyof typeof ASSET_COLUMNS, keyof AssetRecord>, Cell> &
    Record<string, Cell>
  staging.add('staged_assets', row, record)
  if (share_links?.length) staging.add('staged_links', { line })
  if (written.history !== null) staging.add('staged_scans', { line, history: written.history })
}
