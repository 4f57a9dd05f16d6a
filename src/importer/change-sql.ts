import { SCOPES } from '../access/scopes.ts'
import { instantText } from '../database/statement.ts'
import { changeTime } from '../modules/assets/change-times.ts'
import { COLLECTIONS_TEXT } from '../modules/assets/stored-blocks.ts'
import { differ, isMissing, isPruned, type MergeOfAssets, same } from './merge-sql.ts'

/** The instant of the import: the parameter `$2` of the statements below. Their parameter `$1` is the client. */
export const STAMP = '$2::timestamptz(3)'

/** Creates the table in which an import records the assets that it changes, with the scope that shows the change. */
export const CREATE_CHANGES =
  'CREATE TEMP TABLE changed_assets (registry_id text, scope text) ON COMMIT DROP'

/** Records the assets that the merge will change, by scope, before the rows are written. `prunes`: it also deletes. */
export function noteSql(merge: MergeOfAssets, { prunes }: { prunes: boolean }): string {
  const { table, next, identity, scope, provided } = merge
  const parts = Object.entries(provided)
    .filter(([, columns]) => columns.length > 0)
    .map(([columnScope, columns]) => `('${columnScope}', ${differ(columns)})`)
  const missing = `SELECT n.registry_id, '${scope}' FROM (TABLE ${next}) n WHERE ${isMissing(merge)}`
  // A row that moves to another asset changes both assets.
  const different = `
    SELECT ids.id, parts.scope
      FROM ${table} t JOIN (TABLE ${next}) n ON t.client_id = $1 AND ${same(identity)}
           CROSS JOIN LATERAL unnest(ARRAY[t.registry_id, n.registry_id]) AS ids(id)
           CROSS JOIN LATERAL (VALUES ${parts.join(', ')}) AS parts(scope, differs)
     WHERE parts.differs`
  const pruned = `SELECT t.registry_id, '${scope}' FROM ${table} t, (TABLE imported_assets) s WHERE ${isPruned(merge)}`
  const changes = [missing, ...(parts.length > 0 ? [different] : []), ...(prunes ? [pruned] : [])]
  return `INSERT INTO changed_assets ${changes.join(' UNION ')}`
}

/** Records the assets in collections that get another name. */
export const NOTE_RENAMED = `
  INSERT INTO changed_assets
  SELECT i.registry_id, 'detail'
    FROM (TABLE next_collections) n
    JOIN collections t ON t.client_id = $1 AND t.ref = n.ref AND t.name <> n.name
    JOIN collection_items i ON i.client_id = $1 AND i.collection_id = t.id`

/**
 * Completes the share links of the file's assets: a link that is stored keeps its id, and its start if the file states
 * none. A new link without a start has that of the import. Links are in the order of their starts. The second statement
 * reads temporary tables alone: a Citus cluster cannot take lists of rows apart on its nodes.
 */
export const COMPLETE_LINKS = [
  `CREATE TEMP TABLE linked_assets ON COMMIT DROP AS
   SELECT i.line, ${instantText(STAMP)} AS now, a.estate AS stored
     FROM (TABLE imported_assets) i
     JOIN (TABLE staged_links) l ON l.line = i.line
     LEFT JOIN assets a ON a.client_id = $1 AND a.registry_id = i.registry_id`,
  // A member of type json is the text as it was written.
  `UPDATE staged_assets s
      SET estate = concat('{"heirs":', s.estate::json -> 'heirs', ',"share_links":[', (
            SELECT string_agg(row_to_json(link)::text, ',' ORDER BY link.created_at COLLATE "C", link.id COLLATE "C")
              FROM (SELECT coalesce(o.id, n.id) AS id, n.label, coalesce(n.created_at, o.created_at, k.now) AS created_at,
                           n.expires_at, n.revoked_at
                      FROM json_to_recordset(s.estate::json -> 'share_links')
                           AS n (id text, label text, created_at text, expires_at text, revoked_at text)
                      LEFT JOIN json_to_recordset(k.stored::json -> 'share_links')
                           AS o (id text, label text, created_at text) ON o.label = n.label) link),
            '],"readiness":', s.estate::json -> 'readiness', '}')
     FROM linked_assets k WHERE k.line = s.line`,
]

/** Lists the collections of assets with a changed detail. In an update, Citus would lose the collation of the order. */
export const LIST_COLLECTIONS = [
  `CREATE TEMP TABLE listed_assets ON COMMIT DROP AS
   SELECT d.registry_id, ${COLLECTIONS_TEXT} AS list
     FROM (SELECT DISTINCT registry_id FROM changed_assets WHERE scope = 'detail') d
     LEFT JOIN collection_items i ON i.client_id = $1 AND i.registry_id = d.registry_id
     LEFT JOIN collections c ON c.client_id = $1 AND c.id = i.collection_id
    GROUP BY d.registry_id`,
  `UPDATE assets a SET collections = n.list FROM (TABLE listed_assets) n
    WHERE a.client_id = $1 AND a.registry_id = n.registry_id AND a.collections IS DISTINCT FROM n.list`,
]

/** Counts the documents of the assets whose documents changed. */
export const COUNT_DOCUMENTS = `
  UPDATE assets a SET document_count = n.total, document_types = n.types
    FROM (SELECT c.registry_id, count(d.ref)::int AS total,
                 coalesce(array_agg(DISTINCT d.type ORDER BY d.type) FILTER (WHERE d.ref IS NOT NULL), '{}') AS types
            FROM (SELECT DISTINCT registry_id FROM changed_assets WHERE scope = 'documentation') c
            LEFT JOIN documents d ON d.client_id = $1 AND d.registry_id = c.registry_id
           GROUP BY c.registry_id) n
   WHERE a.client_id = $1 AND a.registry_id = n.registry_id
     AND (a.document_count, a.document_types) IS DISTINCT FROM (n.total, n.types)`

const times = SCOPES.map((scope) => {
  const column = changeTime(scope)
  return `${column} = CASE WHEN '${scope}' = ANY (c.scopes) THEN ${STAMP} ELSE a.${column} END`
})

/** Sets the times of change. New assets already have them. */
export const SET_TIMES = `
  UPDATE assets a SET updated_at = ${STAMP}, ${times.join(', ')}
    FROM (SELECT registry_id, array_agg(scope) AS scopes FROM changed_assets
           WHERE scope <> 'private' GROUP BY registry_id) c
   WHERE a.client_id = $1 AND a.registry_id = c.registry_id AND a.registry_at < ${STAMP}`

/** Raises the data version of the portfolio, if the import changed or removed an asset. */
export const SET_VERSION = `
  UPDATE portfolios SET data_version = data_version + 1, changed_at = ${STAMP}
   WHERE client_id = $1
     AND (EXISTS (SELECT scope FROM changed_assets)
          OR EXISTS (SELECT registry_id FROM tombstones WHERE client_id = $1 AND removed_at = ${STAMP}))`

/** The number of changed assets that existed. `INTERSECT` reads both tables once, also without statistics. */
export const COUNT_UPDATED = `
  SELECT FROM (SELECT registry_id FROM imported_assets WHERE known
               INTERSECT SELECT registry_id FROM changed_assets) updated`

const COLLECTIONS_OF = `ARRAY(SELECT collection_id FROM collection_items i
           WHERE i.client_id = $1 AND i.registry_id = a.registry_id ORDER BY collection_id)`
const TO_REMOVE = `a.client_id = $1 AND a.ref = ANY (ARRAY(SELECT ref FROM staged_assets WHERE removed))`
const TOMBSTONE = 'client_id, removed_at, registry_id, category, collection_ids, market_value'

/** Records the assets that will be removed, as tombstones, and keeps their ids. */
export const RECORD_REMOVED = [
  `INSERT INTO tombstones (${TOMBSTONE})
   SELECT a.client_id, ${STAMP}, a.registry_id, a.category, ${COLLECTIONS_OF}, a.market_value
     FROM assets a WHERE ${TO_REMOVE}`,
  `INSERT INTO removed_assets (client_id, ref, registry_id, id, removed_at)
   SELECT a.client_id, a.ref, a.registry_id, a.id, ${STAMP} FROM assets a WHERE ${TO_REMOVE}
   ON CONFLICT (client_id, ref) DO UPDATE SET removed_at = excluded.removed_at`,
]

export const REMOVE_ASSETS = `DELETE FROM assets a WHERE ${TO_REMOVE}`

/** Copies the assets that the file may change, with the columns that decide which filtered lists have an asset. */
export const NOTE_BEFORE = `
  CREATE TEMP TABLE assets_before ON COMMIT DROP AS
  SELECT a.client_id, a.registry_id, a.category, a.market_value, ${COLLECTIONS_OF} AS collection_ids
    FROM assets a
   WHERE a.client_id = $1
     AND (a.registry_id IN (SELECT registry_id FROM imported_assets WHERE known)
          OR a.ref IN (SELECT asset FROM staged_valuations))`

/** Records tombstones for assets that have left a category, a collection or perhaps a range of market values. */
export const RECORD_LEFT = `
  INSERT INTO tombstones (${TOMBSTONE})
  SELECT b.client_id, ${STAMP}, b.registry_id, b.category, b.collection_ids, b.market_value
    FROM (TABLE assets_before) b JOIN assets a ON a.client_id = $1 AND a.registry_id = b.registry_id
   WHERE a.category <> b.category
      OR b.market_value <> coalesce(a.market_value, b.market_value + 1)
      OR NOT b.collection_ids <@ ${COLLECTIONS_OF}`
