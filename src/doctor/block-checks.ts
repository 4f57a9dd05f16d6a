import { CATEGORY_DETAIL_MEMBERS } from '../modules/assets/category-detail.ts'
import { COLLECTIONS_TEXT, STORED_BLOCKS } from '../modules/assets/stored-blocks.ts'
import { MAX_SCANS, NEWEST_SCANS } from '../values/page-size.ts'
import type { Check } from './finding.ts'

const BLOCKS = ['detail', 'collections', 'category_detail', 'estate', 'verification'] as const

const SCAN = ['scanned_at', 'method', 'result']
// The names of all members of a block, at every depth.
const NAMES = {
  detail: Object.keys(STORED_BLOCKS.detail),
  collections: ['id', 'name'],
  estate: [
    ...Object.keys(STORED_BLOCKS.estate),
    ...['score', 'gaps', 'name', 'relationship', 'share_percent'],
    ...['id', 'label', 'created_at', 'expires_at', 'revoked_at'],
  ],
  verification: [...Object.keys(STORED_BLOCKS.verification), ...SCAN],
} as const
const AT_EVERY_DEPTH = 'strict $.** ? (@.type() == "object").keyvalue().key'

const OF_CATEGORY = JSON.stringify(
  Object.fromEntries(
    Object.entries(CATEGORY_DETAIL_MEMBERS).map(([category, members]) => [
      category,
      ['type', ...Object.keys(members)],
    ]),
  ),
)

/** Checks of the blocks that are stored as text, against the rows that they are derived from, and in themselves. */
export const BLOCK_CHECKS: readonly Check[] = [
  {
    name: 'block_json',
    message: 'a stored block is not JSON',
    isOfNewServers: true,
    violations: `
      SELECT a.client_id, a.registry_id FROM assets a
       WHERE NOT (${BLOCKS.map((block) => `coalesce(pg_input_is_valid(a.${block}, 'json'), true)`).join(' AND ')})
       UNION
      SELECT h.client_id, h.registry_id FROM asset_scans h WHERE NOT pg_input_is_valid(h.history, 'json')`,
  },
  {
    name: 'block_members',
    message: 'a stored block has a member that no block has, or the type of another category',
    violations: `
      SELECT a.client_id, a.registry_id FROM assets a
       WHERE ${Object.entries(NAMES)
         .map(([block, names]) => hasOther(`a.${block}`, AT_EVERY_DEPTH, listed(names)))
         .join(' OR ')}
          OR ${hasOther('a.category_detail', '$.keyvalue().key', `'${OF_CATEGORY}'::jsonb -> a.category::text`)}
          OR a.category_detail::json ->> 'type' <> a.category::text
       UNION
      SELECT h.client_id, h.registry_id FROM asset_scans h WHERE ${hasOther('h.history', AT_EVERY_DEPTH, listed(SCAN))}`,
  },
  {
    name: 'collections',
    message: 'collections differ from the collections that it is in',
    violations: `
      SELECT a.client_id, a.registry_id
        FROM assets a
        LEFT JOIN (SELECT i.client_id, i.registry_id,
                          ${COLLECTIONS_TEXT} AS list
                     FROM collection_items i JOIN collections c ON c.client_id = i.client_id AND c.id = i.collection_id
                    GROUP BY i.client_id, i.registry_id) l USING (client_id, registry_id)
       WHERE a.collections IS DISTINCT FROM l.list`,
  },
  {
    name: 'scans',
    message: 'scan_count or the newest scans differ from all scans',
    // A list as JSON is the text as it is stored.
    violations: `
      SELECT s.client_id, s.registry_id
        FROM (SELECT a.client_id, a.registry_id, h.history, (a.verification::json ->> 'scan_count')::int AS total,
                     a.verification::json -> 'scans' AS newest
                FROM assets a LEFT JOIN asset_scans h USING (client_id, registry_id)) s
       WHERE CASE WHEN s.history IS NULL THEN s.total <> json_array_length(s.newest) OR s.total > ${NEWEST_SCANS}
                  ELSE s.total IS DISTINCT FROM json_array_length(s.history::json) OR s.total <= ${NEWEST_SCANS}
                       OR json_array_length(s.newest) <> ${NEWEST_SCANS}
                       OR NOT starts_with(s.history, rtrim(s.newest::text, ']')) END`,
  },
  {
    name: 'too_many_scans',
    message: `it has more than ${MAX_SCANS} scans`,
    violations: `
      SELECT a.client_id, a.registry_id FROM assets a
       WHERE (a.verification::json ->> 'scan_count')::int > ${MAX_SCANS}`,
  },
]

function listed(names: readonly string[]): string {
  return `'${JSON.stringify(names)}'`
}

// Without a subquery, which Citus would reject. Null for a block that is null.
function hasOther(block: string, path: string, allowed: string): string {
  return `NOT jsonb_path_query_array(${block}::jsonb, '${path}') <@ (${allowed})`
}
