import type { PortfolioAccess } from '../../access/visibility.ts'
import { type Money, moneyOrNull } from '../../schema/money.type.ts'
import type { PageLoaders } from '../../schema/page-loaders.ts'
import type { Category } from '../../values/categories.ts'
import { formatQuantity } from '../../values/decimal.ts'
import { formatInstant } from '../../values/instant.ts'
import type { AssetRow } from './asset.blocks.ts'
import { completenessOf } from './completeness.ts'

// The members of an asset and of its blocks, formatted, as plain objects. The fields of GraphQL are properties of these
// objects. A page has more than a thousand members, and a resolver function for each took a third of the time of a page.

/** An asset as one access shows it, with the members that every access shows. */
export interface Asset {
  readonly access: PortfolioAccess
  readonly row: AssetRow
  readonly loaders: PageLoaders
  readonly id: string
  readonly registryId: string
  readonly title: string
  readonly category: Category
  readonly quantity: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** The asset of a row that was read with this access. */
export function toAsset(access: PortfolioAccess, row: AssetRow, loaders: PageLoaders): Asset {
  return {
    access,
    row,
    loaders,
    id: row.id,
    registryId: row.registry_id,
    title: row.title,
    category: row.category,
    quantity: formatQuantity(row.quantity),
    createdAt: formatInstant(row.created_at),
    updatedAt: formatInstant(row.updated_at),
  }
}

export interface Valuation {
  readonly id: string
  readonly marketValue: Money | null
  readonly purchasePrice: Money | null
  readonly insuranceValue: Money | null
  readonly valuedAt: string | null
}

export function toValuation({ row, access: { currency } }: Asset): Valuation {
  return {
    id: `${row.id}:valuation`,
    marketValue: moneyOrNull(row.market_value, currency),
    purchasePrice: moneyOrNull(row.purchase_price, currency),
    insuranceValue: moneyOrNull(row.insurance_value, currency),
    valuedAt: row.valued_at ? formatInstant(row.valued_at) : null,
  }
}

export interface Collection {
  readonly id: string
  readonly name: string
}

export interface Detail {
  readonly id: string
  readonly description: string | null
  readonly notes: string | null
  readonly seller: string | null
  readonly storageLocation: string | null
  readonly collections: Collection[]
}

export function toDetail({ row }: Asset): Detail {
  return {
    id: `${row.id}:detail`,
    description: row.description ?? null,
    notes: row.notes ?? null,
    seller: row.seller ?? null,
    storageLocation: row.storage_location ?? null,
    collections: (row.collections ?? []).map(([id, name]) => ({ id, name })),
  }
}

export interface Documentation {
  readonly id: string
  readonly documentCount: number
  readonly completenessScore: number
}

export function toDocumentation({ row }: Asset): Documentation {
  return {
    id: `${row.id}:documentation`,
    documentCount: row.document_count ?? 0,
    completenessScore: completenessOf(row.category, row.document_types ?? []).score,
  }
}
