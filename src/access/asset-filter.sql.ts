import type { Params } from '../database/statement.ts'
import {
  type AssetFilter,
  type AssetFilterType,
  type EnteredRows,
  FILTER_KINDS,
} from './asset-filter.ts'
import type { Visibility } from './visibility.ts'

type VisibleAssets = Pick<Visibility, 'clientId' | 'filter'>

/** The condition on an asset row, by its alias: the asset is inside the visibility. */
export function visibleAsset(visibility: VisibleAssets, alias: string, params: Params): string {
  return inside('ofAsset', visibility, alias, params)
}

/**
 * The assets of these ids that are inside the visibility, as `a` in a FROM. Each of them is looked up: a plan for any
 * client, with the ids in a condition, reads an index of the whole portfolio.
 */
export function visibleOfIds(
  visibility: VisibleAssets,
  registryIds: readonly string[],
  params: Params,
): string {
  const ids = params.add([...new Set(registryIds)])
  return `unnest(${ids}::text[]) AS asked (id) CROSS JOIN LATERAL (
    SELECT a.registry_id, a.document_count, a.document_types FROM assets a
     WHERE ${visibleAsset(visibility, 'a', params)} AND a.registry_id = asked.id OFFSET 0) a`
}

/** The condition on an asset row, by its alias: the asset is inside this filter, in the portfolio of one of these clients. */
export function visibleOfClients(
  clientIds: readonly string[],
  { filter }: Pick<Visibility, 'filter'>,
  alias: string,
  params: Params,
): string {
  const client = `${alias}.client_id`
  const ofClients = `${client} = ANY (${params.add(clientIds)}::text[])`
  return withFilter('ofAsset', ofClients, filter, alias, params, client)
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

/** SQL for when asset row `alias` came inside the visibility. Null: a change time of the asset itself covers it. */
export function enteredAt<Type extends AssetFilterType>(
  { clientId, filter }: Visibility & { readonly filter: AssetFilter<Type> },
  alias: string,
  params: Params,
): string | null {
  const { enteredAt } = FILTER_KINDS[filter.type]
  return enteredAt?.(filter, alias, params, params.add(clientId)) ?? null
}

/** The rows, by their alias, with the instants of `enteredAt`. Null where it returns null. */
export function enteredColumn<Type extends AssetFilterType>(
  { clientId, filter }: Visibility & { readonly filter: AssetFilter<Type> },
  alias: string,
  params: Params,
): EnteredRows | null {
  const { entered } = FILTER_KINDS[filter.type]
  return entered?.(filter, alias, params, params.add(clientId)) ?? null
}

function inside(
  condition: 'ofAsset' | 'ofTombstone',
  { clientId, filter }: VisibleAssets,
  alias: string,
  params: Params,
): string {
  const client = params.add(clientId)
  return withFilter(condition, `${alias}.client_id = ${client}`, filter, alias, params, client)
}

function withFilter<Type extends AssetFilterType>(
  condition: 'ofAsset' | 'ofTombstone',
  ofClient: string,
  filter: AssetFilter<Type>,
  alias: string,
  params: Params,
  client: string,
): string {
  const inFilter = FILTER_KINDS[filter.type][condition](filter, alias, params, client)
  return inFilter === null ? ofClient : `${ofClient} AND ${inFilter}`
}
