import { instantText } from '../database/statement.ts'
import { STAMP } from './change-sql.ts'

/**
 * Completes the share links of the file's assets: a link that is stored keeps its id, and its start if the file states
 * none. A new link without a start has that of the import. Links are in the order of their starts. The second statement
 * reads temporary tables alone: a Citus cluster cannot take lists of rows apart on its nodes. `$1` is the client.
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
