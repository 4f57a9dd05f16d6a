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

/** The order of the list: by one instant. */
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
const BATCH = 2_500

/**
 * The grants in this range under which nothing was read. The reads are another statement than the grants, because Citus joins
 * no table of the coordinator with one that is distributed.
 */
export async function readNeverRead(
  pool: pg.Pool,
  list: RowList,
  keyIds: readonly string[],
  range: ListRange,
  now: Date,
): ReturnType<typeof readOrdered> {
  const found = []
  let { after } = range
  for (;;) {
    const rows = await readOrdered(pool, list, keyIds, { limit: BATCH, after }, now)
    const batch = inOneOrder(rows, list.order).slice(0, BATCH)
    const ids = batch.map(({ id }) => id)
    const unread = new Set(
      (await readRows(pool, UNREAD, [ids], 'unread_grants')).map((row) => readUnread(row).id),
    )
    found.push(...batch.filter(({ id }) => unread.has(id)))
    after = batch.at(-1)?.position ?? null
    if (found.length >= range.limit || batch.length < BATCH) return found.slice(0, range.limit)
  }
}

type Listed = Awaited<ReturnType<typeof readOrdered>>[number]

/** Rows of several keys in the order of one list. An instant comes first in each position, and then the id. */
export function inOneOrder(rows: readonly Listed[], { direction }: ListOrder): Listed[] {
  const sign = direction === 'ASC' ? 1 : -1
  return [...rows].sort((one, other) => {
    const between = Number(one.position[0]) - Number(other.position[0])
    return sign * (between || (one.id < other.id ? -1 : 1))
  })
}
