import { builder, type Fields, instantOrNull } from '../../schema/builder.ts'
import { MoneyType, moneyOrNull } from '../../schema/money.type.ts'
import { formatInstant } from '../../values/instant.ts'
import { narrower, PERCENT } from '../../values/json.ts'
import { MAX_LONG_TEXT } from '../../values/text-rules.ts'
import type { Asset } from './asset.type.ts'
import { completenessOf } from './completeness.ts'
import { EMPTY, readCollections, readDetail } from './stored-blocks.ts'

type Valuation = ReturnType<typeof toValuation>

export const ValuationType = builder.objectRef<Valuation>('AssetValuation').implement({
  description: 'The values of the asset.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the asset and the block together.' }),
    marketValue: valueField(t, 'market_value', 'The present value.'),
    purchasePrice: valueField(t, 'purchase_price', 'The price that was paid for it.'),
    insuranceValue: valueField(t, 'insurance_value', 'The insured value.'),
    valuedAt: instantOrNull(t, 'valued_at', 'The instant of the market value.'),
  }),
})

function valueField(
  t: Fields<Valuation>,
  name: 'market_value' | 'purchase_price' | 'insurance_value',
  description: string,
) {
  return t.expose(name, { description, type: MoneyType, nullable: true })
}

export function toValuation({ row, access: { currency } }: Asset) {
  return {
    id: `${row.id}:valuation`,
    market_value: moneyOrNull(row.market_value, currency),
    purchase_price: moneyOrNull(row.purchase_price, currency),
    insurance_value: moneyOrNull(row.insurance_value, currency),
    valued_at: row.valued_at ? formatInstant(row.valued_at) : null,
  }
}

type Detail = ReturnType<typeof toDetail>

const CollectionType = builder.objectRef<Detail['collections'][number]>('Collection').implement({
  description: 'A named group of assets of a client.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the collection.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
  }),
})

export const DetailType = builder.objectRef<Detail>('AssetDetail').implement({
  description: 'Description and location of the asset.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the asset and the block together.' }),
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
      description: 'The seller from whom the client bought it.',
      nullable: true,
    }),
    storageLocation: t.exposeString('storage_location', {
      description: 'Where it is stored.',
      nullable: true,
    }),
    collections: t.expose('collections', {
      description: 'The collections that it is in, by name.',
      type: [CollectionType],
    }),
  }),
})

export function toDetail({ row }: Asset) {
  const collections = [...readCollections(row.collections)]
  return { id: `${row.id}:detail`, ...readDetail(row.detail), collections }
}

export function detailText({ row }: Asset): string {
  const text = row.detail ?? EMPTY.detail
  return `${text.slice(0, -1)},"collections":${row.collections ?? '[]'}}`
}

type Documentation = ReturnType<typeof toDocumentation>

export const DocumentationType = builder.objectRef<Documentation>('AssetDocumentation').implement({
  description: 'How well the asset is documented.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the asset and the block together.' }),
    documentCount: t.exposeInt('document_count', { description: 'The number of documents.' }),
    completenessScore: t.exposeInt('completeness_score', {
      description:
        'Percentage of the recommended types of document that are present, rounded down.',
      ...narrower(PERCENT),
    }),
  }),
})

export function toDocumentation({ row }: Asset) {
  return {
    id: `${row.id}:documentation`,
    document_count: row.document_count ?? 0,
    completeness_score: completenessOf(row.category, row.document_types ?? []).score,
  }
}
