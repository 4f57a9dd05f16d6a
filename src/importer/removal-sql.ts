import { STAMP } from './change-sql.ts'

const COLLECTIONS_OF = `ARRAY(SELECT collection_id FROM collection_items i
           WHERE i.client_id = $1 AND i.registry_id = a.registry_id ORDER BY collection_id)`
const TO_REMOVE = `a.client_id = $1 AND a.ref = ANY (ARRAY(SELECT ref FROM staged_assets WHERE removed))`
const TOMBSTONE = 'client_id, removed_at, registry_id, category, collection_ids, market_value'

/** Records the assets that will be removed, as tombstones, and keeps their ids. `$1` is the client. */
export const RECORD_REMOVED = [
  `INSERT INTO tombstones (${TOMBSTONE})
   SELECT a.client_id, ${STAMP}, a.registry_id, a.category, ${COLLECTIONS_OF}, a.market_value
     FROM assets a WHERE ${TO_REMOVE}`,
  `INSERT INTO removed_assets (client_id, ref, registry_id, id, removed_at)
   SELECT a.client_id, a.ref, a.registry_id, a.id, ${STAMP} FROM assets a WHERE ${TO_REMOVE}
   ON CONFLICT (client_id, ref) DO UPDATE SET removed_at = excluded.removed_at`,
]

/** Removes these assets. `$1` is the client. */
export const REMOVE_ASSETS = `DELETE FROM assets a WHERE ${TO_REMOVE}`

/**
 * Copies the assets that the file may change, with the columns that decide which filtered lists have an asset. `$1` is
 * the client.
 */
export const NOTE_BEFORE = `
  CREATE TEMP TABLE assets_before ON COMMIT DROP AS
  SELECT a.client_id, a.registry_id, a.category, a.market_value, ${COLLECTIONS_OF} AS collection_ids
    FROM assets a
   WHERE a.client_id = $1
     AND (a.registry_id IN (SELECT registry_id FROM imported_assets WHERE known)
          OR a.ref IN (SELECT asset FROM staged_valuations))`

/**
 * Records tombstones for the assets that have left a category or a collection, or whose market value has
 * changed, so that they may have left a range of values. `$1` is the client.
 */
export const RECORD_LEFT = `
  INSERT INTO tombstones (${TOMBSTONE})
  SELECT b.client_id, ${STAMP}, b.registry_id, b.category, b.collection_ids, b.market_value
    FROM (TABLE assets_before) b JOIN assets a ON a.client_id = $1 AND a.registry_id = b.registry_id
   WHERE a.category <> b.category
      OR b.market_value <> coalesce(a.market_value, b.market_value + 1)
      OR NOT b.collection_ids <@ ${COLLECTIONS_OF}`
