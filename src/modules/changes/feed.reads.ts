import type pg from 'pg'
import {
  isBoolean,
  isNumber,
  isOneOf,
  isText,
  listOf,
  objectOf,
  orNull,
  type RowOf,
  rowReader,
} from '../../access/rows.ts'
import { GatheredRead } from '../../database/gathered-read.ts'
import { asJson, readJson, readRows } from '../../database/statement.ts'
import { isObject } from '../../values/json.ts'
import { END_REASONS, type EndReason } from '../grants/end-reason.ts'
import { EFFECTS, type Effect } from '../grants/grant-terms.ts'
import type { FeedEvent } from './feed-events.ts'

/** An entry of the feed of a key. It has the present state: a client has one entry for several changes. */
export interface FeedEntry {
  /** Unique and stable: the same entry has the same id in each answer. */
  readonly id: string
  readonly type: FeedEvent['type']
  readonly at: Date
  readonly clientId: string
  readonly grant: { readonly id: string; readonly version: number }
  readonly reference: string | null
  readonly reason: EndReason | null
  readonly effect: readonly Effect[] | null
  /** Whether the client asks the firm to delete what it has read. Only for `grant.ended`. */
  readonly isDeletionRequested: boolean
  /** Rises with each entry of the key. A later change of the same grant moves its entry to a later position. */
  readonly position: bigint
}

/** The end of a feed. `generation` changes with a restore of the database; positions begin again at 0 then. */
export interface FeedEnd {
  readonly generation: string
  readonly position: bigint
}

/** How far a reader is in a feed. */
export interface FeedPlace {
  /** Every entry up to it is read. */
  readonly position: bigint
  /**
   * The position at which the reader had last read the whole feed. An entry tells everything since: it may have moved
   * away from a place that the reader has passed before it came there.
   */
  readonly base: bigint
}

/** SQL for the generation of the feeds. A database that was never restored may have no row. */
export const GENERATION_SQL =
  "coalesce((SELECT g.generation FROM feed_generation g), '000000000000')"

// Rows come as JSON. A position is far below the numbers that it would round.
const entry = {
  grant_id: isText,
  client_id: isText,
  reference: orNull(isText),
  version: isNumber,
  at: isText,
  position: isNumber,
  is_portfolio: isBoolean,
  end_reason: orNull(isOneOf(END_REASONS)),
  given_position: orNull(isNumber),
  effects: isObject,
}
const readEntry = rowReader('feed_grants', entry)
const readEntries = rowReader('feed_grants', { entries: listOf(objectOf(entry)) })
const readEnd = rowReader('feed_generation', { generation: isText, position: isText })

// Each part is read by its own index, in order of positions.
function partSql(
  [key, after, limit]: readonly string[],
  position: string,
  at: string,
  where: string,
) {
  return `(${entrySql(position, at)} WHERE key_id = ${key} AND ${position} > ${after}${where} ORDER BY ${position} LIMIT ${limit})`
}

function newestSql(position: string, at: string): string {
  return `(${entrySql(position, at)} WHERE key_id = $1 AND ${position} IS NOT NULL ORDER BY ${position} DESC LIMIT $2)`
}

function entrySql(position: string, at: string): string {
  return `SELECT grant_id, client_id, reference, version, ${at} AS at, ${position} AS position,
      ${position === 'portfolio_position'} AS is_portfolio, end_reason, given_position, effects FROM feed_grants`
}

// A reader who learns that a grant was given reads the whole portfolio, so the changes of the portfolio need no entry.
const ENTRIES = new GatheredRead('changes', ['text', 'int8', 'int4'], (valueAt) => {
  const values = [valueAt(1), valueAt(2), valueAt(3)]
  return `SELECT coalesce(json_agg(e), '[]') AS entries FROM (SELECT * FROM (${partSql(values, 'position', 'at', '')}
    UNION ALL ${partSql(values, 'portfolio_position', 'visible_at', ` AND given_position <= ${values[1]}`)}) e
    ORDER BY e.position LIMIT ${values[2]}) e`
})
const NEWEST = `SELECT * FROM (${newestSql('position', 'at')}
  UNION ALL ${newestSql('portfolio_position', 'visible_at')}) e
  ORDER BY e.position DESC LIMIT $2`
const LIVE_GRANTS = partSql(['$1', '$2', '$3'], 'position', 'at', ' AND end_reason IS NULL')

/** SQL for the instant of the first entry of a feed after a position that is not among others. */
export function firstEntrySql(key: string, after: string, others: string): string {
  const part = (position: string, at: string, where: string) =>
    `(SELECT ${at} AS at FROM feed_grants WHERE key_id = ${key} AND ${position} > ${after}
        AND ${position} <> ALL (${others})${where} ORDER BY ${position} LIMIT 1)`
  return `SELECT min(at) AS at FROM (${part('position', 'at', '')}
    UNION ALL ${part('portfolio_position', 'visible_at', ` AND given_position <= ${after}`)}) entry`
}

/** The entries of a key after a place, oldest first. Fewer than `limit` are all that there are. */
export async function readFeed(
  pool: pg.Pool,
  keyId: string,
  { position, base }: FeedPlace,
  limit: number,
): Promise<FeedEntry[]> {
  const row = await ENTRIES.read(pool, [keyId, position, limit])
  const entries = readEntries(row).entries.map((each) => describeEntry(each, base))
  return withRequests(pool, entries)
}

/** The grants under which the key can read, each as one that was just given, in order of positions. */
export async function readWholeFeed(
  pool: pg.Pool,
  keyId: string,
  { position }: Pick<FeedPlace, 'position'>,
  limit: number,
): Promise<FeedEntry[]> {
  const rows = await readJson(pool, asJson(LIVE_GRANTS), [keyId, position, limit], 'changes_whole')
  return rows.map((row) => describeEntry(readEntry(row), 0n))
}

/** The latest entries of a key, newest first. Each is described as for a reader who has read every entry before it. */
export async function readNewestEntries(
  pool: pg.Pool,
  keyId: string,
  limit: number,
): Promise<FeedEntry[]> {
  const rows = await readJson(pool, asJson(NEWEST), [keyId, limit], 'changes_newest')
  const entries = rows.map(readEntry).map((row) => describeEntry(row, BigInt(row.position) - 1n))
  return withRequests(pool, entries)
}

export async function readFeedEnd(pool: pg.Pool, keyId: string): Promise<FeedEnd> {
  const { generation, position } = readEnd(await END.read(pool, [keyId]))
  return { generation, position: BigInt(position) }
}

const END = new GatheredRead(
  'feed',
  ['text'],
  (valueAt) => `SELECT ${GENERATION_SQL} AS generation,
    coalesce((SELECT f.position FROM feeds f WHERE f.key_id = ${valueAt(1)}), 0)::text AS position`,
)

/** The JSON body of an entry, as REST and webhooks have it. A null reason or effect and a false request are absent. */
export function feedEntryBody({ id, type, at, clientId, ...entry }: FeedEntry): object {
  const { grant, reference, reason, effect, isDeletionRequested } = entry
  return {
    id,
    type,
    at: at.toISOString(),
    client_id: clientId,
    grant: { id: grant.id, version: grant.version },
    reference,
    ...(reason !== null && { reason }),
    ...(effect !== null && { effect }),
    ...(isDeletionRequested && { deletion_requested: true }),
  }
}

function describeEntry(row: RowOf<typeof entry>, base: bigint): FeedEntry {
  const position = BigInt(row.position)
  const effect = EFFECTS.filter((name) => isAfter(row.effects[name], base))
  const type = typeOf(row, base)
  return {
    id: `change_${row.grant_id.slice('grant_'.length)}_${position}`,
    type,
    at: new Date(row.at),
    clientId: row.client_id,
    grant: { id: row.grant_id, version: row.version },
    reference: row.reference,
    reason: type === 'grant.ended' ? row.end_reason : null,
    effect: type === 'grant.changed' ? effect : null,
    isDeletionRequested: false,
    position,
  }
}

function typeOf(row: RowOf<typeof entry>, base: bigint): FeedEntry['type'] {
  if (row.is_portfolio) return 'portfolio.changed'
  if (row.end_reason !== null) return 'grant.ended'
  return isAfter(row.given_position, base) ? 'grant.given' : 'grant.changed'
}

function isAfter(position: unknown, base: bigint): boolean {
  return (typeof position === 'string' || typeof position === 'number') && BigInt(position) > base
}

const readRequest = rowReader('grants', { id: isText })
const REQUESTS = `SELECT id FROM grants
  WHERE client_id = ANY ($1::text[]) AND id = ANY ($2::text[]) AND deletion_requested_at IS NOT NULL`

// Adds whether the client asked the firm to delete what it has read. The grant itself says it, and not the row of the
// feed: a process of the release before may have written that row. The client tells a cluster the shard.
async function withRequests(pool: pg.Pool, entries: FeedEntry[]): Promise<FeedEntry[]> {
  const ended = entries.filter(({ reason }) => reason === 'revoked_by_client')
  if (ended.length === 0) return entries
  const clientIds = [...new Set(ended.map(({ clientId }) => clientId))]
  const grantIds = ended.map(({ grant }) => grant.id)
  const rows = await readRows(pool, REQUESTS, [clientIds, grantIds], 'deletion_requests')
  const requests = new Set(rows.map((row) => readRequest(row).id))
  return entries.map((entry) => ({
    ...entry,
    isDeletionRequested: entry.type === 'grant.ended' && requests.has(entry.grant.id),
  }))
}
