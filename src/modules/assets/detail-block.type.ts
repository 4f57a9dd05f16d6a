import { builder } from '../../schema/builder.ts'
import { narrower } from '../../values/json-schema.ts'
import { MAX_LONG_TEXT } from '../../values/text.ts'
import type { Asset } from './asset.type.ts'

interface Collection {
  readonly id: string
  readonly name: string
}

interface Detail {
  readonly id: string
  readonly description: string | null
  readonly notes: string | null
  readonly seller: string | null
  readonly storageLocation: string | null
  readonly collections: Collection[]
}

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
