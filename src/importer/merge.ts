import type pg from 'pg'
import { nextInstantSql } from '../database/portfolio-locks.ts'
import {
  COMPLETE_LINKS,
  COUNT_DOCUMENTS,
  COUNT_UPDATED,
  CREATE_CHANGES,
  LIST_COLLECTIONS,
  NOTE_BEFORE,
  NOTE_RENAMED,
  noteSql,
  RECORD_LEFT,
  RECORD_REMOVED,
  REMOVE_ASSETS,
  SET_TIMES,
  SET_VERSION,
} from './change-sql.ts'
import {
  ASSET_LISTS,
  ASSETS,
  COLLECTIONS,
  DOCUMENTS,
  FOLLOWED_VALUES,
  VALUATIONS,
} from './merge-plan.ts'
import {
  gatherSql,
  indexSql,
  insertSql,
  type Merge,
  type MergeOfAssets,
  type MergeOfLists,
  type MergeWithRemovals,
  noteRemovedSql,
  pruneSql,
  removeSql,
  updateSql,
} from './merge-sql.ts'
import type { Staging } from './staging.ts'

export interface Changes {
  created: number
  updated: number
}

/** The same for a type whose rows a record can also remove. */
export interface ChangesWithRemovals extends Changes {
  removed: number
}

/** The changes of an import. An asset counts as updated if any part of it changed. */
export type MergeReport = Awaited<ReturnType<typeof mergeStaged>>

const NOTHING: Changes = { created: 0, updated: 0 }

/** Runs a statement on the client's rows and gives the number of rows. */
type Run = (sql: string) => Promise<number>

/**
 * Merges the staging tables into the client's rows. Writes only rows that differ, and everything that
 * follows from them: times of change, counts, tombstones and the version of the portfolio. The caller must
 * have locked the portfolio.
 */
export async function mergeStaged(client: pg.ClientBase, clientId: string, staging: Staging) {
  const stamp = await client.query<{ at: Date }>(nextInstantSql('$1'), [clientId])
  const values = [clientId, stamp.rows[0]?.at]
  const run: Run = async (sql) => {
    // PostgreSQL rejects parameters that a statement does not use. Every statement with `$2` also has `$1`.
    const parameters = values.filter((_, index) => sql.includes(`$${index + 1}`))
    return (await client.query(sql, parameters)).rowCount ?? 0
  }
  for (const sql of [CREATE_CHANGES, CREATE_IMPORTED, INDEX_IMPORTED]) await run(sql)
  if (staging.has('staged_links')) for (const sql of COMPLETE_LINKS) await run(sql)
  for (const sql of RECORD_REMOVED) await run(sql)
  const removed = await run(REMOVE_ASSETS)
  const stored = await run(NOTE_BEFORE)
  const report = await mergeRows(run, staging, stored > 0)
  if (stored > 0 || staging.has('staged_collections'))
    for (const sql of LIST_COLLECTIONS) await run(sql)
  await run(COUNT_DOCUMENTS)
  await run(SET_TIMES)
  await run(RECORD_LEFT)
  await run(SET_VERSION)
  const updated = await run(COUNT_UPDATED)
  return { ...report, assets: { created: report.assets.created, updated, removed } }
}

async function mergeRows(run: Run, staging: Staging, isStored: boolean) {
  const collections = staging.has('staged_collections') ? await mergeCollections(run) : NOTHING
  const assets = await merge(run, ASSETS)
  // Assets that are all new have no lists that an empty one could replace.
  for (const list of ASSET_LISTS)
    if (isStored || staging.has(list.staged)) await replaceLists(run, list)
  const mergeFilled = async (
    table: 'staged_valuations' | 'staged_documents',
    plan: MergeWithRemovals,
  ) => (staging.has(table) ? mergeAndRemove(run, plan) : { ...NOTHING, removed: 0 })
  const valuations = await mergeFilled('staged_valuations', VALUATIONS)
  const documents = await mergeFilled('staged_documents', DOCUMENTS)
  await merge(run, FOLLOWED_VALUES)
  return { collections, assets, valuations, documents }
}

async function mergeCollections(run: Run): Promise<Changes> {
  await gather(run, COLLECTIONS)
  await run(NOTE_RENAMED)
  return write(run, COLLECTIONS)
}

async function merge(run: Run, plan: MergeOfAssets): Promise<Changes> {
  if ((await gather(run, plan)) === 0) return NOTHING
  await run(noteSql(plan, { prunes: false }))
  return write(run, plan)
}

async function mergeAndRemove(run: Run, plan: MergeWithRemovals): Promise<ChangesWithRemovals> {
  await run(noteRemovedSql(plan))
  const removed = await run(removeSql(plan))
  return { ...(await merge(run, plan)), removed }
}

async function replaceLists(run: Run, plan: MergeOfLists): Promise<void> {
  const isEmpty = (await gather(run, plan)) === 0
  await run(noteSql(plan, { prunes: true }))
  await run(pruneSql(plan))
  if (!isEmpty) await write(run, plan)
}

// Gives the number of rows. Most imports are small, and have no rows of most tables: those cost one statement.
async function gather(run: Run, plan: Merge): Promise<number> {
  const rows = await run(gatherSql(plan))
  if (rows > 0) await run(indexSql(plan))
  return rows
}

async function write(run: Run, plan: Merge): Promise<Changes> {
  const updated = Object.keys(plan.provided).length > 0 ? await run(updateSql(plan)) : 0
  return { updated, created: await run(insertSql(plan)) }
}

// The assets of the file by their line. Each has its stored ids, or the ids from before its removal, or new ids.
const CREATE_IMPORTED = `
  CREATE TEMP TABLE imported_assets ON COMMIT DROP AS
  SELECT s.line, coalesce(a.registry_id, r.registry_id, s.registry_id) AS registry_id,
         coalesce(a.id, r.id, s.id) AS id, a.registry_id IS NOT NULL AS known
    FROM (TABLE staged_assets) s
    LEFT JOIN assets a ON a.client_id = $1 AND a.ref = s.ref
    LEFT JOIN removed_assets r ON r.client_id = $1 AND r.ref = s.ref
   WHERE NOT s.removed`
const INDEX_IMPORTED =
  'CREATE UNIQUE INDEX ON imported_assets (registry_id); ANALYZE imported_assets'
