import { GatewayError } from '../errors.ts'
import { type Category, findCategory } from './categories.ts'

/** Which assets of a portfolio a grant shows. An empty list shows none; only `all` shows all. */
export type AssetFilter =
  | { readonly type: 'all' }
  | { readonly type: 'category'; readonly categories: readonly Category[] }
  | { readonly type: 'items'; readonly registryIds: readonly string[] }
  | { readonly type: 'collection'; readonly collectionId: string }

export const ASSET_FILTER_TYPES = ['all', 'category', 'items', 'collection'] as const

export const NO_FILTER: AssetFilter = { type: 'all' }
const MAX_ITEMS = 1000
const REGISTRY_ID = /^ORY-[A-Z]{2}-[0-9A-HJKMNP-TV-Z]{26}$/
const COLLECTION_ID = /^collection_[0-9A-HJKMNP-TV-Z]{26}$/i

export function isRegistryId(text: string): boolean {
  return REGISTRY_ID.test(text)
}

/**
 * A filter from its type and values, as they are stored and as the portal sends them.
 * Throws `invalid_parameter` naming what is wrong; never widens a filter.
 */
export function createAssetFilter(type: string, values: readonly string[]): AssetFilter {
  switch (type) {
    case 'all':
      if (values.length > 0) throw invalidFilter('all takes no values')
      return NO_FILTER
    case 'category':
      return { type, categories: [...new Set(values.map(requireCategory))] }
    case 'items':
      if (values.length > MAX_ITEMS)
        throw invalidFilter(`items takes at most ${MAX_ITEMS} registry ids`)
      if (!values.every(isRegistryId))
        throw invalidFilter('items takes registry ids, such as ORY-PM-…')
      return { type, registryIds: [...new Set(values)] }
    case 'collection': {
      const [collectionId] = values
      if (collectionId === undefined || values.length > 1 || !COLLECTION_ID.test(collectionId)) {
        throw invalidFilter('collection takes one collection id')
      }
      return { type, collectionId }
    }
    default:
      throw invalidFilter('the type is one of all, category, items, collection')
  }
}

/** A filter from its written form: `all`, `category:PM,watches`, `items:ID,ID`, `collection:ID`. */
export function parseAssetFilter(text: string): AssetFilter {
  const colon = text.indexOf(':')
  if (colon === -1) {
    if (text !== 'all') throw invalidFilter('write all, category:…, items:… or collection:…')
    return NO_FILTER
  }
  const values = text
    .slice(colon + 1)
    .split(',')
    .map((value) => value.trim())
  return createAssetFilter(text.slice(0, colon), values)
}

/** The values of a filter as they are stored: slugs, registry ids, or one collection id. */
export function filterValues(filter: AssetFilter): string[] {
  switch (filter.type) {
    case 'all':
      return []
    case 'category':
      return [...filter.categories]
    case 'items':
      return [...filter.registryIds]
    case 'collection':
      return [filter.collectionId]
  }
}

function requireCategory(name: string): Category {
  const category = findCategory(name)
  if (!category)
    throw invalidFilter('category takes slugs or codes of categories, such as watches or WT')
  return category
}

function invalidFilter(reason: string): GatewayError {
  return new GatewayError('invalid_parameter', `asset_filter: ${reason}.`)
}
