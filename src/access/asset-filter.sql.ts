import type { Params } from '../database/statement.ts'
import type { Visibility } from './visibility.ts'

/** The condition under which an asset row, by its alias, is inside the visibility. */
export function visibleAsset(visibility: Visibility, alias: string, params: Params): string {
  return inside(
    visibility,
    alias,
    params,
    (collection) => `EXISTS (SELECT FROM collection_items ci
      WHERE ci.client_id = ${alias}.client_id AND ci.registry_id = ${alias}.registry_id
        AND ci.collection_id = ${collection})`,
  )
}

/** The condition under which a departure row tells of an asset that was inside the visibility. */
export function visibleTombstone(visibility: Visibility, alias: string, params: Params): string {
  return inside(
    visibility,
    alias,
    params,
    (collection) => `${collection} = ANY (${alias}.collection_ids)`,
  )
}

function inside(
  { clientId, filter }: Visibility,
  alias: string,
  params: Params,
  inCollection: (placeholder: string) => string,
): string {
  const ofClient = `${alias}.client_id = ${params.add(clientId)}`
  switch (filter.type) {
    case 'all':
      return ofClient
    case 'category':
      return `${ofClient} AND ${alias}.category = ANY (${params.add(filter.categories)}::category[])`
    case 'items':
      return `${ofClient} AND ${alias}.registry_id = ANY (${params.add(filter.registryIds)}::text[])`
    case 'collection':
      return `${ofClient} AND ${inCollection(params.add(filter.collectionId))}`
  }
}
