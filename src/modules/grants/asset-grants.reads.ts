import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { readStoredFilter } from '../../access/stored-data.ts'
import { isTexts, rowReader } from '../../access/stored-row.ts'
import { Params, readRows } from '../../database/statement.ts'
import { isRegistryId } from '../../values/registry-id.ts'
import { assetNotFound } from '../assets/asset.reads.ts'
import type { GrantDetails } from './grant.reads.ts'

const readShowing = rowReader('assets', { ids: isTexts })

/**
 * The ids of the client's grants whose filter shows the asset. One statement decides it, with the same condition as in
 * a partner's reads. Throws `asset_not_found`.
 */
export async function readShowingGrants(
  pool: pg.Pool,
  clientId: string,
  registryId: string,
  grants: readonly GrantDetails[],
): Promise<ReadonlySet<string>> {
  if (!isRegistryId(registryId)) throw assetNotFound()
  const params = new Params()
  const asset = `a.client_id = ${params.add(clientId)} AND a.registry_id = ${params.add(registryId)}`
  const ids = inOrderOfFilter(grants).map((grant) => shownBy(grant, params))
  const [row] = await readRows(
    pool,
    `SELECT array_remove(ARRAY[${ids.join()}]::text[], NULL) AS ids FROM assets a WHERE ${asset}`,
    params.values,
    'asset_grants',
  )
  if (row === undefined) throw assetNotFound()
  return new Set(readShowing(row).ids)
}

function shownBy(grant: GrantDetails, params: Params): string {
  const { id, clientId, assetFilter, filterValues } = grant
  const filter = readStoredFilter(`grant ${id}`, assetFilter, filterValues)
  const visible = visibleAsset({ clientId, filter }, 'a', params)
  return `CASE WHEN ${visible} THEN ${params.add(id)}::text END`
}

// With this order, portfolios with the same kinds of grants have the same statement, which is prepared only once.
function inOrderOfFilter(grants: readonly GrantDetails[]): GrantDetails[] {
  return [...grants].sort((a, b) => (a.assetFilter < b.assetFilter ? -1 : 1))
}
