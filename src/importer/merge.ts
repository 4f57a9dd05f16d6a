import type pg from 'pg'
import {
  ASSET_LISTS,
  ASSETS,
  COLLECTION_ITEMS,
  COLLECTIONS,
  DOCUMENTS,
  FOLLOWED_VALUES,
  VALUATIONS,
} from './merge-plan.ts'
import { gatherSql, indexSql, insertSql, type Merge, pruneSql, updateSql } from './merge-sql.ts'

/** How many rows of one type were written. */
export interface Changes {
  created: number
  updated: number
}

/** What an import changed. An asset counts as updated when anything of it changed. */
export interface MergeReport {
  collections: Changes
  assets: Changes & { removed: number }
  valuations: Changes
  documents: Changes
}

/**
 * Merges the staging tables into the client's rows, and writes no row that is equal already. The order
 * matters to tombstones, which record an asset as it was: removals, of assets and from collections,
 * come before any other change of the asset.
 */
export async function mergeStaged(client: pg.ClientBase, clientId: string): Promise<MergeReport> {
  const run = async (sql: string) => (await client.query(sql, [clientId])).rowCount ?? 0
  const gather = async (merge: Merge) => {
    await run(gatherSql(merge))
    await client.query(indexSql(merge))
  }
  const write = async (merge: Merge): Promise<Changes> => {
    await gather(merge)
    return { updated: await run(updateSql(merge)), created: await run(insertSql(merge)) }
  }
  await run(CREATE_IMPORTED)
  await client.query(INDEX_IMPORTED)
  const removed = await run(REMOVE_ASSETS)
  const collections = await write(COLLECTIONS)
  await gather(COLLECTION_ITEMS)
  await run(pruneSql(COLLECTION_ITEMS))
  const { created } = await write(ASSETS)
  await run(insertSql(COLLECTION_ITEMS))
  for (const list of ASSET_LISTS) {
    await gather(list)
    await run(pruneSql(list))
    await run(updateSql(list))
    await run(insertSql(list))
  }
  const valuations = await write(VALUATIONS)
  const documents = await write(DOCUMENTS)
  await gather(FOLLOWED_VALUES)
  await run(updateSql(FOLLOWED_VALUES))
  const updated = await run(CHANGED_ASSETS)
  return { collections, assets: { created, updated, removed }, valuations, documents }
}

// The assets of the file by their own line, with the registry id that each has or is to have.
const CREATE_IMPORTED = `
  CREATE TEMP TABLE imported_assets ON COMMIT DROP AS
  SELECT s.line, coalesce(a.registry_id, s.registry_id) AS registry_id,
         a.registry_id IS NOT NULL AS known
    FROM staged_assets s
    LEFT JOIN assets a ON a.client_id = $1 AND a.ref = s.ref
   WHERE NOT s.removed`
const INDEX_IMPORTED =
  'CREATE UNIQUE INDEX ON imported_assets (registry_id); ANALYZE imported_assets'

const REMOVE_ASSETS = `
  DELETE FROM assets
   WHERE client_id = $1 AND ref = ANY (ARRAY(SELECT ref FROM staged_assets WHERE removed))`

const CHANGED_ASSETS = `
  SELECT FROM imported_assets s
    JOIN assets a ON a.client_id = $1 AND a.registry_id = s.registry_id
    JOIN portfolios p ON p.client_id = $1
   WHERE s.known AND a.updated_at = p.changed_at
     AND p.changed_xact = pg_current_xact_id()::text::bigint`
