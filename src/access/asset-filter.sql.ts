import type { Params } from '../database/statement.ts'
import {
  type AssetFilter,
  type AssetFilterType,
  type EnteredRows,
  FILTER_KINDS,
} from './asset-filter.ts'
import type { Visibility } from './visibility.ts'

/** The part of a visibility that says which assets it shows. */
type VisibleAssets = Pick<Visibility, 'clientId' | 'filter'>

/** The condition on an asset row, by its alias: the asset is inside the visibility. */
export function visibleAsset(visibility: VisibleAssets, alias: string, params: Params): string {
  return inside('ofAsset', visibility, alias, params)
}

/**
 * The condition on a tombstone, by its alias: the asset was inside the visibility, and was removed after the instant
 * from which deltas are complete. An asset that was removed before the last change of the terms was never shown under
 * these terms.
 */
export function visibleTombstone(visibility: Visibility, alias: string, params: Params): string {
  const was = inside('ofTombstone', visibility, alias, params)
  return `${was} AND ${alias}.removed_at > ${params.add(visibility.completeFrom)}`
}

/**
 * The SQL for the instant at which an asset row, by its alias, came inside the visibility. Null: a change time of the
 * asset itself already covers it.
 */
export function enteredAt<Type extends AssetFilterType>(
  { clientId, filter }: Visibility & { readonly filter: AssetFilter<Type> },
  alias: string,
  params: Params,
): string | null {
  const { enteredAt } = FILTER_KINDS[filter.type]
  if (enteredAt === null) return null
  return enteredAt(filter, alias, params, params.add(clientId))
}

/**
 * The rows, by their alias, with the instants at which assets came inside the visibility. Null where `enteredAt`
 * returns null.
 */
export function enteredColumn<Type extends AssetFilterType>(
  { clientId, filter }: Visibility & { readonly filter: AssetFilter<Type> },
  alias: string,
  params: Params,
): EnteredRows | null {
  const { entered } = FILTER_KINDS[filter.type]
  return entered?.(filter, alias, params, params.add(clientId)) ?? null
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
