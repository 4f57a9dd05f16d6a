import type pg from 'pg'
import { isInstant, isNumber, isText, type RowOf, rowReader } from '../../access/rows.ts'
import type { Scope } from '../../access/scopes.ts'
import { readStoredScopes } from '../../access/stored-data.ts'
import { readRows } from '../../database/statement.ts'
import type { Environment } from '../../generated/prisma/client.ts'
import { DAY_MS } from '../../values/durations.ts'
import { groupBy } from '../../values/group-by.ts'
import { MAX_INT } from '../../values/numbers.ts'
import { OUTCOMES } from './stored-requests.ts'

// `date` is YYYY-MM-DD.
const day = { date: isText, ok: isNumber, refused: isNumber, limited: isNumber, failed: isNumber }
const reads = { hour: isInstant, endpoint: isText, requests: isNumber, assets: isNumber }

/** Requests of one UTC day by status. */
export type UsageDayRow = RowOf<typeof day>

/** The reads under one grant within one hour at one endpoint with one set of scopes. */
export interface ReadLogRow extends RowOf<typeof reads> {
  readonly scopes: readonly Scope[]
}

const readDay = rowReader('key_usage', { ...day, subject: isText })
const readLastOf = rowReader('usage', { id: isText, at: isInstant })
const readCount = rowReader('grant_usage', { grant_id: isText, reads: isNumber })
const readReads = rowReader('grant_usage', { ...reads, grant_id: isText, scopes: isText })

/** The start of the UTC day that was this number of days before that of `now`. */
export function dayBefore(now: Date, days: number): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) - days) * DAY_MS)
}

/** The value of each of the last `days` UTC days up to the day of `now`, oldest first. A date is YYYY-MM-DD. */
export function eachDay<Value>(days: number, now: Date, of: (date: string) => Value): Value[] {
  const starts = Array.from({ length: days }, (_, place) => dayBefore(now, days - 1 - place))
  return starts.map((start) => of(start.toISOString().slice(0, 10)))
}

const ENDED = Object.keys(OUTCOMES).join(', ')
const SUMS = ENDED.replaceAll(/\w+/g, `least(sum(u.$&), ${MAX_INT})::int AS $&`)

// An id begins with its noun, so it matches in only one of the three parts. The ids of the tables of usage have another
// collation than those of keys, and an index serves a comparison in its own alone. A day becomes a text once for each
// group, and not for each hour. A firm has sums of all its keys, and of those of each environment.
const USAGE = `
  SELECT concat_ws(':', subject.id, u.environment) AS subject, (u.hour AT TIME ZONE 'UTC')::date::text AS date, ${SUMS}
    FROM unnest($1::text[]) AS subject (id)
    CROSS JOIN LATERAL (
      SELECT NULL::environment AS environment, hour, ${ENDED} FROM key_usage
       WHERE key_id = subject.id AND hour >= $2 AND hour < $3
      UNION ALL
      SELECT k.environment, hour, ${ENDED} FROM api_keys k JOIN key_usage ON key_id = k.id COLLATE "default"
       WHERE k.firm_id = subject.id AND hour >= $2 AND hour < $3
      UNION ALL
      SELECT NULL::environment, hour, ${ENDED} FROM grant_usage
       WHERE grant_id = subject.id AND hour >= $2 AND hour < $3) AS u
   GROUP BY subject.id, (u.hour AT TIME ZONE 'UTC')::date, ROLLUP (u.environment)
  HAVING grouping(u.environment) = 1 OR u.environment IS NOT NULL`

/** Whose usage it is: a firm, a key or a grant, by its id; `<id>:<environment>` for the keys of a firm in an environment. */
export function usageSubject(id: string, environment?: Environment | null): string {
  return environment == null ? id : `${id}:${environment}`
}

/** The requests of subjects by day, oldest first: on the last `days` UTC days up to that of `now`, also idle ones. */
export async function readUsage(
  pool: pg.Pool,
  subjects: readonly string[],
  days: number,
  now: Date,
): Promise<Map<string, UsageDayRow[]>> {
  const ids = [...new Set(subjects.map((subject) => subject.replace(/:.*/, '')))]
  const values = [ids, dayBefore(now, days - 1), dayBefore(now, -1)]
  const rows = (await readRows(pool, USAGE, values, 'usage')).map(readDay)
  const counted = new Map(rows.map(({ subject, ...day }) => [`${subject} ${day.date}`, day]))
  const usageOf = (subject: string) =>
    eachDay(days, now, (date) => counted.get(`${subject} ${date}`) ?? { ...NO_REQUESTS, date })
  return new Map(subjects.map((subject) => [subject, usageOf(subject)]))
}

const NO_REQUESTS = { ok: 0, refused: 0, limited: 0, failed: 0 }

/** The last use of each key that was used. Rows of an earlier release count hours: the newest may not be the last. */
export const readLastUsed = lastReader(
  `SELECT max(last_at) AS at FROM key_usage WHERE key_id = asked.id AND hour >=
     (SELECT date_trunc('day', max(hour), 'UTC') FROM key_usage WHERE key_id = asked.id) HAVING count(*) > 0`,
)

/** The instant of the last read under each grant, by grant id. A grant without reads is absent. */
export const readLastRead = lastReader(
  `SELECT last_read_at AS at FROM grant_usage WHERE grant_id = asked.id AND reads > 0
    ORDER BY hour DESC, last_read_at DESC LIMIT 1`,
)

function lastReader(newest: string) {
  const text = `SELECT asked.id, newest.at FROM unnest($1::text[]) AS asked (id) CROSS JOIN LATERAL (${newest}) AS newest`
  return async (pool: pg.Pool, ids: readonly string[]): Promise<Map<string, Date>> => {
    const rows = await readRows(pool, text, [[...new Set(ids)]], 'last_use')
    return new Map(rows.map(readLastOf).map(({ id, at }) => [id, at]))
  }
}

/** The number of requests that read under each grant, by grant id. A grant without reads is absent. */
export async function readReadCounts(
  pool: pg.Pool,
  grantIds: readonly string[],
): Promise<Map<string, number>> {
  const text = `SELECT grant_id, least(sum(reads), ${MAX_INT})::int AS reads FROM grant_usage
      WHERE grant_id = ANY ($1::text[]) GROUP BY grant_id`
  const rows = await readRows(pool, text, [[...new Set(grantIds)]], 'read_count')
  return new Map(rows.map(readCount).map(({ grant_id, reads }) => [grant_id, reads]))
}

/** The entry that a page of a read log comes after; `scopes` is their names joined by commas. */
type ReadLogPosition = readonly [hour: Date, endpoint: string, scopes: string]

/** The same page of the read log of each grant, by grant id: newest hour first, then by endpoint and by scopes. */
export async function readReadLog(
  pool: pg.Pool,
  grantIds: readonly string[],
  { after, limit }: { readonly after: ReadLogPosition | null; readonly limit: number },
): Promise<Map<string, ReadLogRow[]>> {
  const [hour, endpoint, scopes] = after ?? ['infinity', '', '']
  const rows = await readRows(
    pool,
    `SELECT entry.grant_id, entry.hour, entry.endpoint, entry.scopes, entry.reads AS requests,
            least(entry.assets, ${MAX_INT})::int AS assets
       FROM unnest($1::text[]) AS asked (id) CROSS JOIN LATERAL (
         SELECT * FROM grant_usage
          WHERE grant_id = asked.id AND reads > 0 AND hour <= $3 AND (hour < $3 OR (endpoint, scopes) > ($4, $5))
          ORDER BY hour DESC, endpoint, scopes LIMIT $2) AS entry
      ORDER BY entry.grant_id, entry.hour DESC, entry.endpoint, entry.scopes`,
    [[...new Set(grantIds)], limit, hour, endpoint, scopes],
    'read_log',
  )
  return groupBy(
    rows.map(readReads),
    ({ grant_id }) => grant_id,
    ({ grant_id, scopes, ...entry }) => {
      const row = `read log of grant ${grant_id}`
      return { ...entry, scopes: readStoredScopes(row, scopes.split(',')) }
    },
  )
}
