import type { PortfolioAccess } from '../../access/visibility.ts'
import { builder } from '../../schema/builder.ts'
import { CategoryType } from '../../schema/enums.ts'
import { MoneyType, moneyOrNull } from '../../schema/money.type.ts'
import type { PageLoaders } from '../../schema/page-loaders.ts'
import { requiresScope } from '../../schema/requires-scope.ts'
import { formatQuantity } from '../../values/decimal.ts'
import { formatInstant } from '../../values/instant.ts'
import { narrower, PERCENT } from '../../values/json-schema.ts'
import { MAX_LONG_TEXT } from '../../values/text.ts'
import type { AssetRow, BlockField } from './asset.blocks.ts'
import { describeCategoryDetail } from './category-detail.schema.ts'
import { completenessOf } from './completeness.ts'
import { EstateType } from './estate.type.ts'
import { VerificationType } from './verification.type.ts'

/** An asset as one access shows it. */
export interface Asset {
  readonly access: PortfolioAccess
  readonly row: AssetRow
  readonly loaders: PageLoaders
}

const BLOCK_ID = 'Identifies the asset and the block together.'

const ValuationBlock = builder.objectRef<Asset>('AssetValuation').implement({
  description: 'The values of the asset.',
  fields: (t) => ({
    id: t.id({ description: BLOCK_ID, resolve: ({ row }) => `${row.id}:valuation` }),
    marketValue: t.field({
      description: 'The present value.',
      type: MoneyType,
      nullable: true,
      resolve: ({ row, access }) => moneyOrNull(row.market_value, access.currency),
    }),
    purchasePrice: t.field({
      description: 'What was paid for it.',
      type: MoneyType,
      nullable: true,
      resolve: ({ row, access }) => moneyOrNull(row.purchase_price, access.currency),
    }),
    insuranceValue: t.field({
      description: 'What it is insured for.',
      type: MoneyType,
      nullable: true,
      resolve: ({ row, access }) => moneyOrNull(row.insurance_value, access.currency),
    }),
    valuedAt: t.field({
      description: 'The instant of the market value.',
      type: 'DateTime',
      nullable: true,
      resolve: ({ row }) => (row.valued_at ? formatInstant(row.valued_at) : null),
    }),
  }),
})

const CollectionType = builder.objectRef<{ id: string; name: string }>('Collection').implement({
  description: 'A named group of assets of a client.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the collection.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
  }),
})

const DetailBlock = builder.objectRef<Asset>('AssetDetail').implement({
  description: 'Description and location of the asset.',
  fields: (t) => ({
    id: t.id({ description: BLOCK_ID, resolve: ({ row }) => `${row.id}:detail` }),
    description: t.string({
      description: 'A description in words.',
      ...narrower({ maxLength: MAX_LONG_TEXT }),
      nullable: true,
      resolve: ({ row }) => row.description ?? null,
    }),
    notes: t.string({
      description: "The client's notes.",
      ...narrower({ maxLength: MAX_LONG_TEXT }),
      nullable: true,
      resolve: ({ row }) => row.notes ?? null,
    }),
    seller: t.string({
      description: 'Who sold it to the client.',
      nullable: true,
      resolve: ({ row }) => row.seller ?? null,
    }),
    storageLocation: t.string({
      description: 'Where it is stored.',
      nullable: true,
      resolve: ({ row }) => row.storage_location ?? null,
    }),
    collections: t.field({
      description: 'The collections that it is in, by name.',
      type: [CollectionType],
      resolve: ({ row }) => (row.collections ?? []).map(([id, name]) => ({ id, name })),
    }),
  }),
})

const DocumentationBlock = builder.objectRef<Asset>('AssetDocumentation').implement({
  description: 'How well the asset is documented.',
  fields: (t) => ({
    id: t.id({ description: BLOCK_ID, resolve: ({ row }) => `${row.id}:documentation` }),
    documentCount: t.int({
      description: 'The number of documents.',
      resolve: ({ row }) => row.document_count ?? 0,
    }),
    completenessScore: t.int({
      description:
        'Percentage of the recommended types of document that are present, rounded down.',
      ...narrower(PERCENT),
      resolve: ({ row }) => completenessOf(row.category, row.document_types ?? []).score,
    }),
  }),
})

type Builder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Asset>

// A block has the members that one scope shows, and no others.
function blockFields(t: Builder) {
  return {
    valuation: t.field({
      description: 'The values. Needs the valuation scope.',
      type: ValuationBlock,
      ...requiresScope('valuation'),
      resolve: (asset) => asset,
    }),
    detail: t.field({
      description: 'Description and location. Needs the detail scope.',
      type: DetailBlock,
      ...requiresScope('detail'),
      resolve: (asset) => asset,
    }),
    categoryDetail: t.field({
      description: 'What belongs to the category. Needs the category_detail scope.',
      type: 'CategoryDetail',
      ...requiresScope('category_detail'),
      extensions: { scope: 'category_detail', jsonSchema: describeCategoryDetail },
      resolve: ({ row }) => ({ type: row.category, ...row.category_detail }),
    }),
    documentation: t.field({
      description: 'How well it is documented. Needs the documentation scope.',
      type: DocumentationBlock,
      ...requiresScope('documentation'),
      resolve: (asset) => asset,
    }),
    estate: t.field({
      description: 'Heirs, share links and readiness. Needs the estate scope.',
      type: EstateType,
      ...requiresScope('estate'),
      resolve: (asset) => asset,
    }),
    verification: t.field({
      description: 'The result of authenticity checks. Needs the verification scope.',
      type: VerificationType,
      ...requiresScope('verification'),
      resolve: (asset) => asset,
    }),
  } satisfies Record<BlockField, unknown>
}

function sharedFields(t: Builder) {
  return {
    registryId: t.id({
      description: 'ORY-, the code of its category at first import, and a ULID. It never changes.',
      resolve: ({ row }) => row.registry_id,
    }),
    title: t.string({ description: 'The name of the asset.', resolve: ({ row }) => row.title }),
    category: t.field({
      description: 'The kind of asset.',
      type: CategoryType,
      resolve: ({ row }) => row.category,
    }),
    quantity: t.field({
      description: 'The number of pieces, or the amount.',
      type: 'Decimal',
      resolve: ({ row }) => formatQuantity(row.quantity),
    }),
    createdAt: t.field({
      description: 'The instant of its first import.',
      type: 'DateTime',
      resolve: ({ row }) => formatInstant(row.created_at),
    }),
    updatedAt: t.field({
      description: 'The instant of its newest visible change.',
      type: 'DateTime',
      resolve: ({ row }) => formatInstant(row.updated_at),
    }),
    ...blockFields(t),
  }
}

export const AssetType = builder.objectRef<Asset>('Asset').implement({
  description: 'One asset of a portfolio. A block whose scope is not granted is null.',
  fields: (t) => ({
    id: t.id({ description: 'item_ and a ULID.', resolve: ({ row }) => row.id }),
    ...sharedFields(t),
  }),
})

// The preview is a separate type. Otherwise a cache could store a preview as the asset, and the client's own pages
// would lose the blocks that the preview hides.
export const AssetPreviewType = builder.objectRef<Asset>('AssetPreview').implement({
  description:
    "One asset of the caller's own portfolio as a grant would show it. A block whose scope would not be granted is null.",
  fields: (t) => ({
    id: t.id({
      description: 'Of the asset as these scopes show it. It is not the id of the asset.',
      resolve: ({ row, access }) => `${row.id}:${[...access.visibility.scopes].join()}`,
    }),
    ...sharedFields(t),
  }),
})
