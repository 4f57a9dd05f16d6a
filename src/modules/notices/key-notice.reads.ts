import type pg from 'pg'
import { isInstant, isOneOf, isText, type RowOf, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'

/** The news of a key for the admins of its firm. */
export const KEY_NOTICES = ['expires_soon', 'unused'] as const

const EXPIRES_SOON_DAYS = 14
const UNUSED_DAYS = 90

const notice = { keyId: isText, firmId: isText, kind: isOneOf(KEY_NOTICES), dueAt: isInstant }
const readNotice = rowReader('key notices', notice)

/** A notice about a key. The instant distinguishes it from an earlier one of the same kind. */
export type KeyNotice = RowOf<typeof notice>

// A key that is used again, and then is not, is due again at another instant. A sandbox key is for trials.
const DUE = `
  WITH live AS (
    SELECT k.id, k.firm_id, k.expires_at, k.created_at FROM api_keys k
     WHERE k.state = 'active' AND k.environment = 'production' AND (k.expires_at IS NULL OR k.expires_at > $1)),
  due AS (
    SELECT id, firm_id, 'expires_soon' AS kind, expires_at - make_interval(days => ${EXPIRES_SOON_DAYS}) AS due_at
      FROM live WHERE expires_at IS NOT NULL
    UNION ALL
    SELECT l.id, l.firm_id, 'unused',
           greatest(l.created_at, (SELECT max(u.hour) FROM key_usage u WHERE u.key_id = l.id)) + make_interval(days => ${UNUSED_DAYS})
      FROM live l)
  SELECT d.id AS "keyId", d.firm_id AS "firmId", d.kind, d.due_at AS "dueAt"
    FROM due d
   WHERE d.due_at <= $1 AND d.due_at > $1::timestamptz - interval '300 days'
     AND NOT EXISTS (SELECT 1 FROM sent_key_notices s WHERE s.key_id = d.id AND s.kind = d.kind AND s.due_at = d.due_at)
   ORDER BY d.id, d.kind LIMIT $2`

/** The notices about keys that are due at `now` and whose mails were not stored. */
export async function readDueKeyNotices(
  pool: pg.Pool,
  now: Date,
  limit: number,
): Promise<KeyNotice[]> {
  const rows = await readRows(pool, DUE, [now, limit], 'key notices')
  return rows.map((row) => readNotice(row))
}
