import type { Params } from '../database/statement.ts'
import { type GatewayError, invalidParameter } from '../errors.ts'
import { type Category, findCategory } from '../values/categories.ts'
import { isRegistryId } from '../values/ids.ts'

/** The members of a filter of each type, apart from the type itself. */
interface FilterMembers {
  all: unknown
  category: { readonly categories: readonly Category[] }
  items: { readonly registryIds: readonly string[] }
  collection: { readonly collectionId: string }
}

export type AssetFilterType = keyof FilterMembers

/** Which assets of a portfolio a grant shows. An empty list shows none; only `all` shows all. */
export type AssetFilter<Type extends AssetFilterType = AssetFilterType> = {
  [Each in Type]: { readonly type: Each } & FilterMembers[Each]
}[Type]

/** A table. The values of a filter are in its column `id`, their labels in its column `label`. */
interface NamedRows {
  readonly table: 'assets' | 'collections'
  readonly id: string
  readonly label: string
  /** The reason given for a value that names no row of the client. */
  readonly unknown: (value: string) => string
}

/** Rows that say when assets came inside a filter. */
export interface EnteredRows {
  readonly table: string
  readonly where: string
  readonly at: string
}

type OfRows<Type extends AssetFilterType, Result> = (
  filter: AssetFilter<Type>,
  alias: string,
  params: Params,
  client: string,
) => Result

/** The definition of one type of filter. Values are as they are stored. */
interface FilterKind<Type extends AssetFilterType> {
  /** The written form, as an example. */
  readonly example: string
  /** Throws `invalid_parameter`. */
  readonly parse: (values: readonly string[]) => AssetFilter<Type>
  readonly values: (filter: AssetFilter<Type>) => readonly string[]
  /** Whether fewer values show fewer assets (none show none), or it has one at most: only then can a change narrow. */
  readonly additive: boolean
  /** Absent: the values name no rows. */
  readonly names?: NamedRows
  /**
   * The condition on asset `alias`, in addition to the condition on the client. Null: none. `client` is the SQL for the
   * client. It must limit every table that is read: a cluster finds the shard of the rows by it.
   */
  readonly ofAsset: OfRows<Type, string | null>
  /** The same condition on a tombstone. A tombstone has the values from before the removal. */
  readonly ofTombstone: (filter: AssetFilter<Type>, alias: string, params: Params) => string | null
  /** The SQL for the instant at which asset `alias` came inside. Absent: `registry_at` of the asset is not earlier. */
  readonly enteredAt?: OfRows<Type, string>
  /** The rows that `enteredAt` reads, with `alias` as their alias. */
  readonly entered?: OfRows<Type, EnteredRows>
}

export const MAX_ITEMS = 1000
const COLLECTION_ID = /^collection_[0-9A-HJKMNP-TV-Z]{26}$/i

const inCategories = ({ categories }: AssetFilter<'category'>, alias: string, params: Params) =>
  `${alias}.category = ANY (${params.add(categories)}::category[])`
const inItems = ({ registryIds }: AssetFilter<'items'>, alias: string, params: Params) =>
  `${alias}.registry_id = ANY (${params.add(registryIds)}::text[])`

/** Every type of filter. docs/extending.md lists the other steps for a new type. */
export const FILTER_KINDS: { readonly [Type in AssetFilterType]: FilterKind<Type> } = {
  all: {
    example: 'all',
    parse: (values) => {
      if (values.length > 0) throw invalidFilter('all takes no values')
      return NO_FILTER
    },
    values: () => [],
    additive: false,
    ofAsset: () => null,
    ofTombstone: () => null,
  },
  category: {
    example: 'category:PM,watches',
    parse: (values) => ({
      type: 'category',
      categories: [...new Set(values.map(requireCategory))],
    }),
    values: ({ categories }) => categories,
    additive: true,
    ofAsset: inCategories,
    ofTombstone: inCategories,
  },
  items: {
    example: 'items:ID,ID',
    parse: (values) => {
      if (values.length > MAX_ITEMS)
        throw invalidFilter(`items takes at most ${MAX_ITEMS} registry ids`)
      if (!values.every(isRegistryId))
        throw invalidFilter('items takes registry ids, such as ORY-PM-…')
      return { type: 'items', registryIds: [...new Set(values)] }
    },
    values: ({ registryIds }) => registryIds,
    additive: true,
    names: {
      table: 'assets',
      id: 'registry_id',
      label: 'title',
      unknown: (id) => `items takes registry ids of this client's assets; ${id} is not one`,
    },
    ofAsset: inItems,
    ofTombstone: inItems,
  },
  collection: {
    example: 'collection:ID',
    parse: ([collectionId, ...others]) => {
      if (collectionId === undefined || others.length > 0 || !COLLECTION_ID.test(collectionId))
        throw invalidFilter('collection takes one collection id')
      return { type: 'collection', collectionId }
    },
    values: ({ collectionId }) => [collectionId],
    additive: true,
    names: {
      table: 'collections',
      id: 'id',
      label: 'name',
      unknown: () => 'collection takes the id of a collection of this client',
    },
    ofAsset: ({ collectionId }, alias, params, client) =>
      `EXISTS (SELECT FROM collection_items ci
      WHERE ci.client_id = ${client} AND ci.registry_id = ${alias}.registry_id
        AND ci.collection_id = ${params.add(collectionId)})`,
    ofTombstone: ({ collectionId }, alias, params) =>
      `${params.add(collectionId)} = ANY (${alias}.collection_ids)`,
    enteredAt: ({ collectionId }, alias, params, client) =>
      // OFFSET 0 makes PostgreSQL look up the collections of the asset. Otherwise it can read all items of the collection.
      `(SELECT joined.added_at FROM (SELECT ci.collection_id, ci.added_at FROM collection_items ci
          WHERE ci.client_id = ${client} AND ci.registry_id = ${alias}.registry_id OFFSET 0) joined
        WHERE joined.collection_id = ${params.add(collectionId)})`,
    entered: ({ collectionId }, alias, params, client) => ({
      table: 'collection_items',
      where: `${alias}.client_id = ${client} AND ${alias}.collection_id = ${params.add(collectionId)}`,
      at: `${alias}.added_at`,
    }),
  },
}

export const NO_FILTER: AssetFilter<'all'> = { type: 'all' }
export const ASSET_FILTER_TYPES = Object.keys(FILTER_KINDS) as AssetFilterType[]

/** A filter from a type and values, stored or sent. Throws `invalid_parameter` with the reason. Never widens one. */
export function createAssetFilter(type: string, values: readonly string[]): AssetFilter {
  const known = ASSET_FILTER_TYPES.find((each) => each === type)
  if (known === undefined)
    throw invalidFilter(`the type is one of ${ASSET_FILTER_TYPES.join(', ')}`)
  return FILTER_KINDS[known].parse(values)
}

/** A filter from its written form, such as `all` or `category:PM,watches`. Throws `invalid_parameter`. */
export function parseAssetFilter(text: string): AssetFilter {
  const [type = '', ...rest] = text.split(':')
  if (rest.length > 0) {
    const written = rest.join(':').split(',')
    const values = written.map((value) => value.trim())
    return createAssetFilter(type, values)
  }
  if (text !== 'all') throw invalidFilter(`write ${writtenForms()}`)
  return NO_FILTER
}

/** The written forms of a filter, as examples in one line. */
export function writtenForms(): string {
  const examples = ASSET_FILTER_TYPES.map((type) => FILTER_KINDS[type].example)
  return `${examples.slice(0, -1).join(', ')} or ${examples.at(-1)}`
}

/** The values of a filter as they are stored: slugs, registry ids, or one collection id. */
export function filterValues<Type extends AssetFilterType>(filter: AssetFilter<Type>): string[] {
  return [...FILTER_KINDS[filter.type].values(filter)]
}

export function invalidFilter(reason: string): GatewayError {
  return invalidParameter(`asset_filter: ${reason}.`)
}

function requireCategory(name: string): Category {
  const category = findCategory(name)
  if (!category)
    throw invalidFilter('category takes slugs or codes of categories, such as watches or WT')
  return category
}
