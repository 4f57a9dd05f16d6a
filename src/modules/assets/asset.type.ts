import { builder } from '../../schema/builder.ts'
import { CategoryType } from '../../schema/enums.ts'
import { MoneyType } from '../../schema/money.type.ts'
import { requiresScope } from '../../schema/requires-scope.ts'
import { narrower, PERCENT } from '../../values/json-schema.ts'
import { MAX_LONG_TEXT } from '../../values/text.ts'
import type { BlockField } from './asset.blocks.ts'
import {
  type Asset,
  type Collection,
  type Detail,
  type Documentation,
  toDetail,
  toDocumentation,
  toValuation,
  type Valuation,
} from './asset.members.ts'
import { describeCategoryDetail } from './category-detail.schema.ts'
import { EstateType, toEstate } from './estate.type.ts'
import { toVerification, VerificationType } from './verification.type.ts'

const BLOCK_ID = 'Identifies the asset and the block together.'

const ValuationBlock = builder.objectRef<Valuation>('AssetValuation').implement({
  description: 'The values of the asset.',
  fields: (t) => ({
    id: t.exposeID('id', { description: BLOCK_ID }),
    marketValue: t.expose('marketValue', {
      description: 'The present value.',
      type: MoneyType,
      nullable: true,
    }),
    purchasePrice: t.expose('purchasePrice', {
      description: 'What was paid for it.',
      type: MoneyType,
      nullable: true,
    }),
    insuranceValue: t.expose('insuranceValue', {
      description: 'What it is insured for.',
      type: MoneyType,
      nullable: true,
    }),
    valuedAt: t.expose('valuedAt', {
      description: 'The instant of the market value.',
      type: 'DateTime',
      nullable: true,
    }),
  }),
})

const CollectionType = builder.objectRef<Collection>('Collection').implement({
  description: 'A named group of assets of a client.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the collection.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
  }),
})

const DetailBlock = builder.objectRef<Detail>('AssetDetail').implement({
  description: 'Description and location of the asset.',
  fields: (t) => ({
    id: t.exposeID('id', { description: BLOCK_ID }),
    description: t.exposeString('description', {
      description: 'A description in words.',
      ...narrower({ maxLength: MAX_LONG_TEXT }),
      nullable: true,
    }),
    notes: t.exposeString('notes', {
      description: "The client's notes.",
      ...narrower({ maxLength: MAX_LONG_TEXT }),
      nullable: true,
    }),
    seller: t.exposeString('seller', {
      description: 'Who sold it to the client.',
      nullable: true,
    }),
    storageLocation: t.exposeString('storageLocation', {
      description: 'Where it is stored.',
      nullable: true,
    }),
    collections: t.expose('collections', {
      description: 'The collections that it is in, by name.',
      type: [CollectionType],
    }),
  }),
})

const DocumentationBlock = builder.objectRef<Documentation>('AssetDocumentation').implement({
  description: 'How well the asset is documented.',
  fields: (t) => ({
    id: t.exposeID('id', { description: BLOCK_ID }),
    documentCount: t.exposeInt('documentCount', { description: 'The number of documents.' }),
    completenessScore: t.exposeInt('completenessScore', {
      description:
        'Percentage of the recommended types of document that are present, rounded down.',
      ...narrower(PERCENT),
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
      resolve: toValuation,
    }),
    detail: t.field({
      description: 'Description and location. Needs the detail scope.',
      type: DetailBlock,
      ...requiresScope('detail'),
      resolve: toDetail,
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

function sharedFields(t: Builder) {
  return {
    registryId: t.exposeID('registryId', {
      description: 'ORY-, the code of its category at first import, and a ULID. It never changes.',
    }),
    title: t.exposeString('title', { description: 'The name of the asset.' }),
    category: t.expose('category', { description: 'The kind of asset.', type: CategoryType }),
    quantity: t.expose('quantity', {
      description: 'The number of pieces, or the amount.',
      type: 'Decimal',
    }),
    createdAt: t.expose('createdAt', {
      description: 'The instant of its first import.',
      type: 'DateTime',
    }),
    updatedAt: t.expose('updatedAt', {
      description: 'The instant of its newest visible change.',
      type: 'DateTime',
    }),
    ...blockFields(t),
  }
}

export const AssetType = builder.objectRef<Asset>('Asset').implement({
  description: 'One asset of a portfolio. A block whose scope is not granted is null.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'item_ and a ULID.' }),
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
      resolve: ({ id, access }) => `${id}:${[...access.visibility.scopes].join()}`,
    }),
    ...sharedFields(t),
  }),
})
