import { builder } from '../../schema/builder.ts'
import { narrower } from '../../values/json.ts'
import { MAX_LONG_TEXT } from '../../values/name.ts'
import type { Asset } from './asset.type.ts'
import { EMPTY, readCollections, readDetail } from './stored-blocks.ts'

type Collection = ReturnType<typeof readCollections>[number]

type Detail = ReturnType<typeof toDetail>

const CollectionType = builder.objectRef<Collection>('Collection').implement({
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

/** The members of the block. */
export function toDetail({ row }: Asset) {
  const { description, notes, seller, storage_location } = readDetail(row.detail ?? null)
  return {
    id: `${row.id}:detail`,
    description,
    notes,
    seller,
    storageLocation: storage_location,
    collections: [...readCollections(row.collections ?? null)],
  }
}

/** The text of the block. */
export function detailText({ row }: Asset): string {
  const text = row.detail ?? EMPTY.detail
  return `${text.slice(0, -1)},"collections":${row.collections ?? '[]'}}`
}
