import type pg from 'pg'
import { liveSql } from '../../access/liveness.ts'
import { isText, rowReader } from '../../access/rows.ts'
import {
  type ListOrder,
  type ListRange,
  newestFirst,
  type RowList,
  readOrdered,
} from '../../database/ordered.reads.ts'
import { readRows, someContains } from '../../database/statement.ts'
import type { FirmClientFilter, FirmClientQuery } from './client-filter.ts'

type GrantFilter = Exclude<FirmClientFilter, 'link_open' | 'not_answered' | 'declined'>

const SOON = `interval '30 days'`
const LATEST = `NOT EXISTS (SELECT FROM grants n WHERE n.client_id = r.client_id AND n.key_id = r.key_id
  AND (n.created_at, n.id) > (r.created_at, r.id))`

// `at` adds the parameter, and returns its placeholder.
const CONDITIONS: Readonly<Record<GrantFilter, (at: () => string) => readonly string[]>> = {
  active: (at) => [liveSql('r', at())],
  ends_soon: (at) => [
    liveSql('r', at()),
    `r.expires_at <= ${at()} + ${SOON}`,
    `r.created_at + (r.expires_at - r.created_at) / 2 <= ${at()}`,
  ],
  never_read: (at) => [liveSql('r', at())],
  ended: (at) => [`NOT ${liveSql('r', at())}`, LATEST],
  deletion_requested: () => ['r.deletion_requested_at IS NOT NULL', 'r.deletion_answer IS NULL'],
}

const SOONEST_END: ListOrder = {
  direction: 'ASC',
  columns: [{ type: 'timestamptz', sql: () => 'r.expires_at' }],
}

export function orderOf(only: FirmClientFilter | null): ListOrder {
  return only === 'ends_soon' ? SOONEST_END : newestFirst('r.created_at')
}

/** The grants of a key that match the query; null if the query asks for links alone. */
export function grantRows({ only, search }: FirmClientQuery): RowList | null {
  if (only === 'link_open' || only === 'not_answered' || only === 'declined') return null
  return {
    from: search === null ? 'grants r' : 'grants r JOIN users other ON other.id = r.client_id',
    parent: 'r.key_id',
    order: orderOf(only),
    conditions: (params, now) => [
      ...(only === null ? [LATEST] : CONDITIONS[only](() => `${params.add(now)}::timestamptz`)),
      ...(search === null
        ? []
        : [someContains(['other.name', 'r.client_id', 'r.id', 'r.reference'], search, params)]),
    ],
  }
}

const UNREAD = `SELECT asked.id FROM unnest($1::text[]) AS asked (id)
  WHERE NOT EXISTS (SELECT FROM grant_usage u WHERE u.grant_id = asked.id AND u.reads > 0)`
const readUnread = rowReader('grant_usage', { id: isText })

/** How many grants of each key one statement reads at most, and after how many of all keys the page ends. */
export const LOOKED_AT = { each: 1_000, most: 100_000 }

/** Rows of a page. `stoppedAt`: the last row that was looked at, if the page has too few and more may follow. */
export interface ClientRows {
  readonly rows: readonly Listed[]
  readonly stoppedAt: Listed['position'] | null
}

/**
 * The grants in this range under which nothing was read. The reads are another statement than the grants, because Citus joins
 * no table of the coordinator with one that is distributed.
 */
export async function readNeverRead(
  pool: pg.Pool,
  list: RowList,
  keyIds: readonly string[],
  { limit, after: start }: ListRange,
  now: Date,
): Promise<ClientRows> {
  const found: Listed[] = []
  const each = Math.max(1, Math.min(LOOKED_AT.each, Math.floor(LOOKED_AT.most / keyIds.length)))
  for (let after = start, looked = 0; ; ) {
    const read = await readOrdered(pool, list, keyIds, { limit: each, after }, now)
    const rows = inOneOrder(read, list.order)
    const end = endWithoutGaps(rows, each)
    const batch = end === null ? rows : rows.slice(0, end)
    found.push(...(await withoutReads(pool, batch)))
    after = batch.at(-1)?.position ?? null
    looked += rows.length
    const isDone = end === null || found.length >= limit
    if (isDone || looked >= LOOKED_AT.most)
      return { rows: found.slice(0, limit), stoppedAt: isDone ? null : after }
  }
}

type Listed = Awaited<ReturnType<typeof readOrdered>>[number]

// The end of the part of the rows that lacks none: the first row that is the last one read of its key. Null: all are read.
function endWithoutGaps(rows: readonly Listed[], each: number): number | null {
  const counts = new Map<string, number>()
  const last = rows.findIndex(({ parent }) => {
    const count = (counts.get(parent) ?? 0) + 1
    counts.set(parent, count)
    return count === each
  })
  return last < 0 ? null : last + 1
}

async function withoutReads(pool: pg.Pool, grants: readonly Listed[]): Promise<Listed[]> {
  const rows = await readRows(pool, UNREAD, [grants.map(({ id }) => id)], 'unread_grants')
  const unread = new Set(rows.map((row) => readUnread(row).id))
  return grants.filter(({ id }) => unread.has(id))
}

/** Rows of several keys in the order of one list. An instant comes first in each position, and then the id. */
export function inOneOrder(rows: readonly Listed[], { direction }: ListOrder): Listed[] {
  const sign = direction === 'ASC' ? 1 : -1
  return [...rows].sort((one, other) => {
    const between = Number(one.position[0]) - Number(other.position[0])
    return sign * (between || (one.id < other.id ? -1 : 1))
  })
}
