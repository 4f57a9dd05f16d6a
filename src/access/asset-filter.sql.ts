import type { Params } from '../database/statement.ts'
import { type AssetFilter, type AssetFilterType, FILTER_KINDS } from './asset-filter.ts'
import type { Visibility } from './visibility.ts'

/** The part of a visibility that says which assets it shows. */
export type VisibleAssets = Pick<Visibility, 'clientId' | 'filter'>

/** The condition under which an asset row, by its alias, is inside the visibility. */
export function visibleAsset(visibility: VisibleAssets, alias: string, params: Params): string {
  return inside('ofAsset', visibility, alias, params)
}

/** The condition under which a tombstone, by its alias, is of an asset that was inside the visibility. */
export function visibleTombstone(visibility: Visibility, alias: string, params: Params): string {
  return inside('ofTombstone', visibility, alias, params)
}

/** When an asset row, by its alias, came inside the visibility; null where a time of the asset says it. */
export function enteredAt<Type extends AssetFilterType>(
  { clientId, filter }: Visibility & { readonly filter: AssetFilter<Type> },
  alias: string,
  params: Params,
): string | null {
  const { enteredAt } = FILTER_KINDS[filter.type]
  if (enteredAt === null) return null
  return enteredAt(filter, alias, params, params.add(clientId))
}

function inside<Type extends AssetFilterType>(
  condition: 'ofAsset' | 'ofTombstone',
  { clientId, filter }: VisibleAssets & { readonly filter: AssetFilter<Type> },
  alias: string,
  params: Params,
): string {
  const client = params.add(clientId)
  const ofClient = `${alias}.client_id = ${client}`
  const inFilter = FILTER_KINDS[filter.type][condition](filter, alias, params, client)
  return inFilter === null ? ofClient : `${ofClient} AND ${inFilter}`
}
