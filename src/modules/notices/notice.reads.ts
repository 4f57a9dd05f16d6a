import type pg from 'pg'
import { LIFE_STATES, lifeStateAt } from '../../access/liveness.ts'
import {
  isInstant,
  isNumber,
  isOneOf,
  isText,
  orNull,
  type RowOf,
  rowReader,
} from '../../access/rows.ts'
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

export interface NoticedGrant
  extends Omit<RowOf<typeof subject>, keyof NoticeSubject>,
    NoticeSubject {}

// All grants that have a due notice, and possibly others; `dueNotice` decides. A year has at least 365 days.
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
  after: Pick<NoticedGrant, 'clientId' | 'id'> | null,
  limit: number,
  now: Date,
): Promise<NoticedGrant[]> {
  const values = [now, after?.clientId ?? '', after?.id ?? '', limit]
  const rows = await readRows(pool, MAY_HAVE_NOTICE, values, 'notices')
  return rows.map((row) => describe(readSubject(row), now))
}

function describe({ keyState, ...grant }: RowOf<typeof subject>, now: Date): NoticedGrant {
  const key = { state: keyState, expiresAt: grant.keyExpiresAt }
  return { ...grant, state: lifeStateAt(grant, now), keyState: lifeStateAt(key, now) }
}

// A client is told of the first read only within this time after they gave the access. Later it is not news.
const NEWS_DAYS = 30

const readNewGrant = rowReader('new grants', { clientId: isText, id: isText, createdAt: isInstant })
const readFirstRead = rowReader('grants with reads', { id: isText, readAt: isInstant })

const NEW_GRANTS = `
  SELECT g.client_id AS "clientId", g.id, g.created_at AS "createdAt" FROM grants g
   WHERE g.created_at > $1::timestamptz - make_interval(days => ${NEWS_DAYS}) AND g.state = 'active'
     AND NOT EXISTS (SELECT 1 FROM sent_notices s
                      WHERE s.client_id = g.client_id AND s.grant_id = g.id AND s.kind = 'first_read')`
// A statement of its own: Citus does not join the two tables. A row has the last read of an hour, so `readAt` is up to an
// hour after the first read.
const FIRST_READS = `
  SELECT grant_id AS id, min(last_read_at) AS "readAt" FROM grant_usage
   WHERE grant_id = ANY ($1::text[]) AND reads > 0 GROUP BY grant_id`

/** The grants of the last 30 days under which a firm has read for the first time, and of which no client was told. */
export async function readFirstReads(pool: pg.Pool, now: Date) {
  const rows = await readRows(pool, NEW_GRANTS, [now], 'new grants')
  const grants = rows.map(readNewGrant)
  if (grants.length === 0) return []
  const ids = grants.map(({ id }) => id)
  const reads = (await readRows(pool, FIRST_READS, [ids], 'grants with reads')).map(readFirstRead)
  const known = new Map(reads.map(({ id, readAt }) => [id, readAt]))
  return grants.flatMap((grant) => {
    const readAt = known.get(grant.id)
    return readAt ? [{ ...grant, readAt }] : []
  })
}
