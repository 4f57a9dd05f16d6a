import { CHANGE_TIMES } from '../modules/assets/change-times.ts'
import { COLLECTIONS_TEXT } from '../modules/assets/stored-blocks.ts'
import { ASSET_COLUMNS, COLUMNS_BY_SCOPE } from './asset-members.ts'
import { STAMP } from './change-sql.ts'
import type { Merge, MergeOfAssets, MergeOfLists, MergeWithRemovals } from './merge-sql.ts'

export const COLLECTIONS: Merge = {
  table: 'collections',
  next: 'next_collections',
  identity: ['ref'],
  provided: { detail: ['name'] },
  fixed: ['id'],
  source: 'SELECT * FROM staged_collections',
}

// Columns whose value depends on the record and on the stored rows.
const COMPUTED_COLUMNS = ['market_value', 'valued_at', 'created_at']
const PLAIN_COLUMNS = Object.keys(ASSET_COLUMNS).filter((name) => !COMPUTED_COLUMNS.includes(name))

/** The assets of the file. A value or date that follows the valuations does not change until these are merged. */
export const ASSETS: MergeOfAssets = {
  table: 'assets',
  next: 'next_assets',
  scope: 'registry',
  identity: ['registry_id'],
  provided: COLUMNS_BY_SCOPE,
  // A new asset has the file's collections and documents, and its times of change are those of this import.
  fixed: [
    'id',
    'ref',
    'collections',
    'document_count',
    'document_types',
    'updated_at',
    ...CHANGE_TIMES,
  ],
  source: `
    SELECT i.registry_id, i.id, s.ref, ${PLAIN_COLUMNS.map((column) => `s.${column}`).join(', ')},
           CASE WHEN s.value_follows THEN a.market_value ELSE s.market_value END AS market_value,
           coalesce(s.valued_at, a.valued_at) AS valued_at,
           coalesce(s.created_at, a.created_at, ${STAMP}) AS created_at,
           m.list AS collections,
           coalesce(d.total, 0) AS document_count, coalesce(d.types, '{}') AS document_types,
           ${['updated_at', ...CHANGE_TIMES].map((column) => `${STAMP} AS ${column}`).join(', ')}
      FROM (TABLE imported_assets) i
      JOIN (TABLE staged_assets) s ON s.line = i.line
      LEFT JOIN assets a ON a.client_id = $1 AND a.registry_id = i.registry_id
      LEFT JOIN (SELECT n.line, ${COLLECTIONS_TEXT} AS list
                   FROM (SELECT DISTINCT line, collection FROM staged_collection_items) n
                   JOIN collections c ON c.client_id = $1 AND c.ref = n.collection GROUP BY n.line) m ON m.line = s.line
      LEFT JOIN (SELECT asset, count(*)::int AS total, array_agg(DISTINCT type ORDER BY type) AS types
                   FROM staged_documents GROUP BY asset) d ON d.asset = s.ref`,
}

export const ASSET_LISTS: readonly MergeOfLists[] = [
  {
    table: 'collection_items',
    staged: 'staged_collection_items',
    next: 'next_collection_items',
    scope: 'detail',
    identity: ['registry_id', 'collection_id'],
    provided: {},
    fixed: ['added_at'],
    source: `
      SELECT DISTINCT s.registry_id, ${STAMP} AS added_at,
             (SELECT id FROM collections WHERE client_id = $1 AND ref = n.collection) AS collection_id
        FROM (TABLE staged_collection_items) n JOIN (TABLE imported_assets) s ON s.line = n.line`,
  },
  {
    table: 'asset_scans',
    staged: 'staged_scans',
    next: 'next_scans',
    scope: 'verification',
    identity: ['registry_id'],
    provided: { verification: ['history'] },
    fixed: [],
    source:
      'SELECT s.registry_id, n.history FROM staged_scans n JOIN imported_assets s ON s.line = n.line',
  },
]

const REGISTRY_ID =
  '(SELECT registry_id FROM assets WHERE client_id = $1 AND ref = n.asset) AS registry_id'

export const VALUATIONS: MergeWithRemovals = {
  table: 'valuations',
  next: 'next_valuations',
  scope: 'valuation',
  identity: ['registry_id', 'valued_at', 'source'],
  provided: { valuation: ['value'] },
  fixed: ['id'],
  source: `SELECT ${REGISTRY_ID}, n.* FROM (TABLE staged_valuations) n WHERE NOT n.removed`,
  removals: `SELECT ${REGISTRY_ID}, n.valued_at, n.source FROM (TABLE staged_valuations) n WHERE n.removed`,
}

export const DOCUMENTS: MergeWithRemovals = {
  table: 'documents',
  next: 'next_documents',
  scope: 'documentation',
  identity: ['ref'],
  provided: {
    documentation: [
      'registry_id',
      'type',
      'title',
      'issuer',
      'issued_on',
      'expires_on',
      'file_size',
    ],
    private: ['file_path'],
  },
  fixed: ['id'],
  source: `SELECT ${REGISTRY_ID}, n.* FROM (TABLE staged_documents) n WHERE NOT n.removed`,
  removals: 'SELECT n.ref FROM staged_documents n WHERE n.removed',
}

const FOLLOWED_VALUE = 'CASE WHEN a.value_follows THEN v.value ELSE a.market_value END'

/**
 * The values and dates that come from valuations and differ from the stored ones; in most imports there are few. A
 * value that follows the valuations gets value and date of the newest one. A value that was provided without a date
 * gets the date of the newest valuation of the same value. Of several valuations at one instant, the last source by
 * name counts.
 */
export const FOLLOWED_VALUES: MergeOfAssets = {
  table: 'assets',
  next: 'next_values',
  scope: 'valuation',
  identity: ['registry_id'],
  provided: { valuation: ['market_value', 'valued_at'] },
  fixed: [],
  source: `
    SELECT a.registry_id, v.valued_at, ${FOLLOWED_VALUE} AS market_value
      FROM assets a
      LEFT JOIN LATERAL (
             SELECT value, valued_at FROM valuations
              WHERE client_id = $1 AND registry_id = a.registry_id
                AND (a.value_follows OR value = a.market_value)
              ORDER BY valued_at DESC, source DESC LIMIT 1) v ON true
     WHERE a.client_id = $1 AND a.date_follows
       AND (a.ref IN (SELECT ref FROM staged_assets) OR a.ref IN (SELECT asset FROM staged_valuations))
       AND ROW(a.valued_at, a.market_value) IS DISTINCT FROM ROW(v.valued_at, ${FOLLOWED_VALUE})`,
}
