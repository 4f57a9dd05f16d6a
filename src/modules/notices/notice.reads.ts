import type pg from 'pg'
import { grantStateAt, keyStateAt, LIFE_STATES } from '../../access/liveness.ts'
import {
  isInstant,
  isNumber,
  isOneOf,
  isText,
  orNull,
  type RowOf,
  rowReader,
} from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'
import { END_NEWS_DAYS, type NoticeSubject, REMINDERS } from './due-notice.ts'

const LATEST_DAYS = Math.max(...REMINDERS.map(({ days }) => days))

const subject = {
  clientId: isText,
  id: isText,
  version: isNumber,
  state: isOneOf(LIFE_STATES),
  keyState: isOneOf(['active', 'revoked'] as const),
  keyExpiresAt: orNull(isInstant),
  createdAt: isInstant,
  changedAt: isInstant,
  expiresAt: orNull(isInstant),
  revokedAt: orNull(isInstant),
  consentedAt: orNull(isInstant),
  confirmedAt: orNull(isInstant),
}
const readSubject = rowReader('grants', subject)

/** A grant that a notice may be about. */
export interface NoticedGrant
  extends Omit<RowOf<typeof subject>, keyof NoticeSubject>,
    NoticeSubject {}

/** The position of a grant in the order of the job. */
type GrantPosition = Pick<NoticedGrant, 'clientId' | 'id'>

// This selects all grants that have a due notice, and possibly others; `dueNotice` decides. A year has at least 365
// days.
const MAY_HAVE_NOTICE = `
  SELECT g.client_id AS "clientId", g.id, g.version, g.state::text AS state,
         k.state::text AS "keyState", k.expires_at AS "keyExpiresAt", g.created_at AS "createdAt",
         greatest(g.updated_at, g.expiry_changed_at) AS "changedAt", g.expires_at AS "expiresAt", g.revoked_at AS "revokedAt",
         g.confirmed_at AS "confirmedAt",
         (SELECT max(c.at) FROM consents c WHERE c.client_id = g.client_id AND c.grant_id = g.id) AS "consentedAt"
    FROM grants g JOIN api_keys k ON k.id = g.key_id
   WHERE (g.client_id, g.id) > ($2, $3)
     AND (g.revoked_at > $1::timestamptz - make_interval(days => ${END_NEWS_DAYS})
          OR g.expires_at BETWEEN $1::timestamptz - make_interval(days => ${END_NEWS_DAYS})
                              AND $1::timestamptz + make_interval(days => ${LATEST_DAYS})
          OR g.state = 'active' AND g.expires_at IS NULL
             AND greatest(g.created_at, g.confirmed_at) <= $1::timestamptz - interval '365 days')
   ORDER BY g.client_id, g.id LIMIT $4`

/** The next grants that may have a due notice, after a position; null: the first. */
export async function readNoticedGrants(
  pool: pg.Pool,
  after: GrantPosition | null,
  limit: number,
  now: Date,
): Promise<NoticedGrant[]> {
  const values = [now, after?.clientId ?? '', after?.id ?? '', limit]
  const rows = await readRows(pool, MAY_HAVE_NOTICE, values, 'notices')
  return rows.map((row) => describe(readSubject(row), now))
}

function describe({ keyState, ...grant }: RowOf<typeof subject>, now: Date): NoticedGrant {
  const key = { state: keyState, expiresAt: grant.keyExpiresAt }
  return { ...grant, state: grantStateAt(grant, now), keyState: keyStateAt(key, now) }
}
