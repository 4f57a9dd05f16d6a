import { SCOPES, type Scope } from '../../access/scopes.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { builder, type Fields, instant } from '../../schema/builder.ts'
import { CategoryType } from '../../schema/enums.ts'
import type { PageLoaders } from '../../schema/page-loaders.ts'
import { requiresScope, showsScope } from '../../schema/requires-scope.ts'
import { formatInstant } from '../../values/instant.ts'
import { formatQuantity } from '../../values/numbers.ts'
import type { AssetRow, BlockField } from './asset.blocks.ts'
import {
  DetailType,
  DocumentationType,
  detailText,
  toDetail,
  toDocumentation,
  toValuation,
  ValuationType,
} from './asset-blocks.type.ts'
import { CategoryDetailType, describeCategoryDetail } from './category-detail.type.ts'
import { EstateType, toEstate } from './estate-block.type.ts'
import { EMPTY, readCategoryDetail } from './stored-blocks.ts'
import { toVerification, VerificationType, verificationText } from './verification-block.type.ts'

// The fields of an asset and of its blocks are properties of plain objects. A page has more than a thousand of them: a
// resolver function for each took a quarter of the time of a page.

/** An asset as one access shows it, with the members that every access shows. */
export type Asset = Readonly<ReturnType<typeof toAsset>>

export function toAsset(access: PortfolioAccess, row: AssetRow, loaders: PageLoaders) {
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

function blockFields(t: Fields<Asset>) {
  return {
    valuation: t.field({
      description: 'The values. Needs the valuation scope.',
      type: ValuationType,
      ...requiresScope('valuation'),
      resolve: toValuation,
    }),
    detail: t.field({
      description: 'Description and location. Needs the detail scope.',
      type: DetailType,
      ...requiresScope('detail'),
      resolve: toDetail,
    }),
    categoryDetail: t.field({
      description: 'The detail of the category. Needs the category_detail scope.',
      type: CategoryDetailType,
      ...requiresScope('category_detail'),
      extensions: { scope: 'category_detail', jsonSchema: describeCategoryDetail },
      resolve: (asset) => ({ ...readCategoryDetail(categoryDetailText(asset)) }),
    }),
    documentation: t.field({
      description: 'How well it is documented. Needs the documentation scope.',
      type: DocumentationType,
      ...requiresScope('documentation'),
      resolve: toDocumentation,
    }),
    estate: t.field({
      description: 'Heirs, share links and readiness. Needs the estate scope.',
      type: EstateType,
      ...requiresScope('estate'),
      resolve: toEstate,
    }),
    verification: t.field({
      description: 'The result of authenticity checks. Needs the verification scope.',
      type: VerificationType,
      ...requiresScope('verification'),
      resolve: toVerification,
    }),
  } satisfies Record<BlockField, unknown>
}

function categoryDetailText({ row }: Asset): string {
  return row.category_detail ?? JSON.stringify({ type: row.category })
}

const BLOCK_TEXTS: Readonly<Record<Scope, (asset: Asset) => string>> = {
  registry: registryText,
  valuation: (asset) => textOf(toValuation(asset)),
  detail: detailText,
  category_detail: categoryDetailText,
  documentation: (asset) => textOf(toDocumentation(asset)),
  estate: ({ row }) => row.estate ?? EMPTY.estate,
  verification: verificationText,
}

// The texts of the blocks that the access shows, by scope. One field: seven took two fifths of the executor's time.
function toBlockTexts(asset: Asset): Readonly<Partial<Record<Scope, string>>> {
  const texts: Partial<Record<Scope, string>> = {}
  for (const scope of SCOPES) if (showsScope(asset, scope)) texts[scope] = BLOCK_TEXTS[scope](asset)
  return texts
}

// REST has no id of a block.
function textOf({ id: _id, ...members }: { readonly id: string }): string {
  return JSON.stringify(members)
}

function registryText(asset: Asset): string {
  return JSON.stringify({
    id: asset.id,
    registry_id: asset.registryId,
    title: asset.title,
    category: asset.category,
    quantity: asset.quantity,
    created_at: asset.createdAt,
    updated_at: asset.updatedAt,
  })
}

function sharedFields(t: Fields<Asset>) {
  return {
    registryId: t.exposeID('registryId', {
      description: 'ORY-, the code of its category at first import, and a ULID. It never changes.',
    }),
    title: t.exposeString('title', { description: 'The name of the asset.' }),
    category: t.expose('category', { description: 'The kind of asset.', type: CategoryType }),
    quantity: t.expose('quantity', {
      description:
        'The number of pieces, or the amount: a decimal as text. Values are of the whole position, so it multiplies none.',
      type: 'Decimal',
    }),
    createdAt: instant(t, 'createdAt', 'The instant of its first import.'),
    updatedAt: instant(t, 'updatedAt', 'The instant of its newest visible change.'),
    ...blockFields(t),
  }
}

export const AssetType = builder.objectRef<Asset>('Asset').implement({
  description: 'One asset of a portfolio. A block whose scope is not granted is null.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'item_ and a ULID.' }),
    ...sharedFields(t),
    // REST sends blocks as texts. The schema that is served does not have this field.
    blockTexts: t.field({ type: 'Block', extensions: { isOwn: true }, resolve: toBlockTexts }),
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
      resolve: ({ id, access }) => `${id}:${[...access.visibility.scopes].join()}`,
    }),
    ...sharedFields(t),
  }),
})
