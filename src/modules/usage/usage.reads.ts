import type pg from 'pg'
import type { Scope } from '../../access/scopes.ts'
import { readStoredScopes } from '../../access/stored-data.ts'
import { isInstant, isNumber, isText, type RowOf, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'
import { groupBy } from '../../values/group-by.ts'

/** The subject whose requests are counted: all keys of a firm, one key, or one grant. */
export type UsageSubject =
  | { readonly firmId: string }
  | { readonly keyId: string }
  | { readonly grantId: string }

// `date` is YYYY-MM-DD. The counts are by status: 2xx and 3xx, 4xx except 429, 429, 5xx.
const day = { date: isText, ok: isNumber, refused: isNumber, limited: isNumber, failed: isNumber }
const reads = { hour: isInstant, endpoint: isText, requests: isNumber, assets: isNumber }

/** Requests of one UTC day by status. */
export type UsageDayRow = RowOf<typeof day>

/** The reads under one grant within one hour at one endpoint with one set of scopes. */
export interface ReadLogRow extends RowOf<typeof reads> {
  readonly scopes: readonly Scope[]
}

const readDay = rowReader('key_usage', { ...day, place: isNumber })
const readLastOf = rowReader('usage', { id: isText, at: isInstant })
const readCount = rowReader('grant_usage', { grant_id: isText, reads: isNumber })
const readReads = rowReader('grant_usage', { ...reads, grant_id: isText, scopes: isText })

/** A page of a read log: newest hour first, then by endpoint, then by the scopes as one text. */
interface ReadLogPage {
  readonly limit: number
  /** The entry that the page comes after; `scopes` is their names joined by commas. */
  readonly after: readonly [hour: Date, endpoint: string, scopes: string] | null
}

const DAY_MS = 86_400_000
// The largest integer of GraphQL.
const MAX_INT = 2 ** 31 - 1

// An id begins with its noun, so it matches in only one of the three parts.
const USAGE = `
  SELECT subject.place::int AS place, to_char(u.hour AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date,
         ${['ok', 'refused', 'limited', 'failed'].map(summed).join(', ')}
    FROM unnest($1::text[]) WITH ORDINALITY AS subject (id, place)
    CROSS JOIN LATERAL (
      SELECT hour, ok, refused, limited, failed FROM key_usage
       WHERE key_id = subject.id AND hour >= $2 AND hour < $3
      UNION ALL
      SELECT hour, ok, refused, limited, failed FROM api_keys k JOIN key_usage ON key_id = k.id
       WHERE k.firm_id = subject.id AND hour >= $2 AND hour < $3
      UNION ALL
      SELECT hour, ok, refused, limited, failed FROM grant_usage
       WHERE grant_id = subject.id AND hour >= $2 AND hour < $3) AS u
   GROUP BY 1, 2`

function summed(column: string): string {
  return `least(sum(u.${column}), ${MAX_INT})::int AS ${column}`
}

// For each subject, in the given order, the last `days` UTC days up to the day of `now`, oldest first. A day without
// requests has zeros. Runs one statement for any number of subjects.
export async function readUsage(
  pool: pg.Pool,
  subjects: readonly UsageSubject[],
  days: number,
  now: Date,
): Promise<UsageDayRow[][]> {
  const today = Math.floor(now.getTime() / DAY_MS)
  const first = today - days + 1
  const ids = subjects.flatMap((subject) => Object.values<string>(subject))
  const span = [startOf(first), startOf(today + 1)]
  const counted = await readRows(pool, USAGE, [ids, ...span], 'usage')
  const usage = subjects.map(() =>
    Array.from({ length: days }, (_, index) => emptyDay(startOf(first + index))),
  )
  for (const { place, ...day } of counted.map(readDay)) {
    const days = usage[place - 1]
    if (days) days[Date.parse(day.date) / DAY_MS - first] = day
  }
  return usage
}

const startOf = (day: number) => new Date(day * DAY_MS)

function emptyDay(start: Date): UsageDayRow {
  return { date: start.toISOString().slice(0, 10), ok: 0, refused: 0, limited: 0, failed: 0 }
}

/** The instant of the last use of each key, by key id. A key that was never used is absent. */
export async function readLastUsed(
  pool: pg.Pool,
  keyIds: readonly string[],
): Promise<Map<string, Date>> {
  return readLast(pool, keyIds, NEWEST_OF_KEY)
}

/** The instant of the last read under each grant, by grant id. A grant without reads is absent. */
export async function readLastRead(
  pool: pg.Pool,
  grantIds: readonly string[],
): Promise<Map<string, Date>> {
  return readLast(pool, grantIds, NEWEST_OF_GRANT)
}

const NEWEST_OF_KEY = `
  SELECT last_at AS at FROM key_usage WHERE key_id = asked.id ORDER BY hour DESC, last_at DESC LIMIT 1`
const NEWEST_OF_GRANT = `
  SELECT last_read_at AS at FROM grant_usage WHERE grant_id = asked.id AND reads > 0
   ORDER BY hour DESC, last_read_at DESC LIMIT 1`

async function readLast(
  pool: pg.Pool,
  ids: readonly string[],
  newest: string,
): Promise<Map<string, Date>> {
  const rows = await readRows(
    pool,
    `SELECT asked.id, newest.at
       FROM unnest($1::text[]) AS asked (id) CROSS JOIN LATERAL (${newest}) AS newest`,
    [[...new Set(ids)]],
    'last_use',
  )
  return new Map(rows.map(readLastOf).map(({ id, at }) => [id, at]))
}

/** The number of requests that read under each grant, by grant id. A grant without reads is absent. */
export async function readReadCounts(
  pool: pg.Pool,
  grantIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await readRows(
    pool,
    `SELECT grant_id, least(sum(reads), ${MAX_INT})::int AS reads FROM grant_usage
      WHERE grant_id = ANY ($1::text[]) GROUP BY grant_id`,
    [[...new Set(grantIds)]],
    'read_count',
  )
  return new Map(rows.map(readCount).map(({ grant_id, reads }) => [grant_id, reads]))
}

/** The same page of the read log of each grant, by grant id. A grant without entries may be absent. */
export async function readReadLog(
  pool: pg.Pool,
  grantIds: readonly string[],
  { after, limit }: ReadLogPage,
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
