import { enteredColumn } from '../../access/asset-filter.sql.ts'
import type { Visibility } from '../../access/visibility.ts'
import type { Params } from '../../database/statement.ts'
import { type Listing, listedAsset, listedTombstone } from './asset.listing.ts'
import { expiredLink, visibleColumns, writtenChangeTime } from './change-times.ts'

/** The data that a delta is read from, and the position that it continues after. */
export interface Stream {
  readonly visibility: Visibility
  readonly listing: Listing
  readonly after: { readonly at: Date; readonly registryId: string }
}

/** A text that sorts after every registry id. A position with it is after all entries of its instant. */
export const AFTER_ALL_IDS = '~'

/** A source of instants. An index returns the instants in order. Some of them belong to no entry. */
interface Source {
  readonly from: string
  readonly at: string
  readonly id: string
  readonly removed: boolean
  readonly where: string
  /** The condition that the instant is the latest of its row, and that no earlier source has it. */
  readonly isLatest: string
  /** Orders the rows of one position. The latest is first, because a part may be cut off between them. */
  readonly tieOrder: string | null
}

/**
 * SQL for the CTEs of a part of the stream. `entries` are its first entries, up to `horizon`. `horizon` is the first
 * position at which a source was cut off; it has no row if no source was cut off. Each source is read in order, by an
 * index, for `reach` rows, so every page costs the same. Instants that belong to no entry are filtered out after that:
 * a filter in the source would read it up to its first entry.
 */
export function entriesSql(
  stream: Stream,
  { reach, limit }: { readonly reach: number; readonly limit: number },
  params: Params,
): string {
  const rows = Math.trunc(reach)
  const parts = sourcesOf(stream, params).map(
    ({ from, at, id, removed, where, isLatest, tieOrder }, source) =>
      `(SELECT ${source} AS source, ${at} AS at, ${id} AS registry_id, ${removed} AS removed, (${isLatest}) AS is_latest
         FROM ${from} WHERE ${where} ORDER BY ${[at, id, ...(tieOrder === null ? [] : [tieOrder])].join(', ')} LIMIT ${rows})`,
  )
  // OFFSET 0 makes PostgreSQL sort the rows first, so that it tests the conditions only for as many rows as needed.
  // Most tombstones belong to assets whose value changed. These assets are usually among the rows too, so they are
  // still listed, and NOT IN removes their tombstones without a further query. An asset may have many tombstones: only the
  // last of them is looked up.
  return `instants AS MATERIALIZED (${parts.join(' UNION ALL ')}),
    horizon AS (SELECT at, registry_id
        FROM (SELECT at, registry_id, row_number() OVER (PARTITION BY source ORDER BY at, registry_id) AS place FROM instants) placed
       WHERE place = ${rows} ORDER BY at, registry_id LIMIT 1),
    entries AS MATERIALIZED (SELECT at, registry_id, removed FROM (
        SELECT * FROM (SELECT *, max(at) OVER (PARTITION BY registry_id, removed) AS last FROM instants) timed
         WHERE is_latest AND coalesce((at, registry_id) <= (SELECT at, registry_id FROM horizon), true)
         ORDER BY at, registry_id OFFSET 0) i
       WHERE CASE WHEN removed
               THEN at = last AND registry_id NOT IN (SELECT registry_id FROM instants WHERE NOT removed)
                    AND ${isGone(stream, 'i.registry_id', 'i.at', params)}
               ELSE ${hasNoLaterLink(stream, 'i.registry_id', 'i.at', params)} END
       LIMIT ${params.add(limit)})`
}

/** SQL for the number of entries of the stream. */
export function countOfStreamSql(stream: Stream, params: Params): string {
  const parts = sourcesOf(stream, params).map((source) =>
    source.removed
      ? countOfRemoved(stream, source, params)
      : countOfChanged(stream, source, params),
  )
  return parts.join(' + ')
}

function countOfChanged(
  stream: Stream,
  { from, at, id, where, isLatest }: Source,
  params: Params,
): string {
  const isCurrent = hasNoLaterLink(stream, id, at, params)
  return `(SELECT count(*) FROM ${from} WHERE ${where} AND ${isLatest} AND ${isCurrent})`
}

// Each new value of an asset leaves a tombstone. So tombstones are grouped first, and each asset is looked up only once. In
// WHERE instead of FILTER, the conditions could become a join that compares each tombstone with all items of a grant.
function countOfRemoved(stream: Stream, { from, at, id, where }: Source, params: Params): string {
  return `(SELECT count(*) FILTER (WHERE ${isGone(stream, 'last.id', 'last.at', params)})
      FROM (SELECT ${id} AS id, max(${at}) AS at FROM ${from} WHERE ${where} GROUP BY ${id}) last)`
}

// Changes that were committed after the access was read belong to the next delta. Otherwise this delta could miss a
// link of another asset that expired before them.
function sourcesOf(stream: Stream, params: Params): Source[] {
  const columns = visibleColumns(stream.visibility)
  const assets = columns.map((column, i) =>
    changeSource(stream, column, columns.slice(0, i), params),
  )
  return [
    ...assets,
    ...enteredSources(stream, columns, params),
    ...(stream.visibility.scopes.has('estate') ? [linkSource(stream, params)] : []),
    tombstoneSource(stream, params),
  ]
}

function changeSource(
  stream: Stream,
  column: string,
  earlier: readonly string[],
  params: Params,
): Source {
  const { visibility, listing } = stream
  const at = `a.${column}`
  const listed = listedAsset(visibility, listing, 'a', params)
  return {
    from: 'assets a',
    at,
    id: 'a.registry_id',
    removed: false,
    where: `${listed} AND ${inRange(stream, at, 'a.registry_id', params)}`,
    isLatest: isFirstLatest(visibility, at, earlier, params),
    tieOrder: null,
  }
}

// The source for assets that joined the collection of the grant. It is needed if no visible time of the asset shows
// that.
function enteredSources(stream: Stream, columns: readonly string[], params: Params): Source[] {
  const { visibility, listing } = stream
  const entered = visibility.scopes.has('detail') ? null : enteredColumn(visibility, 'ci', params)
  if (entered === null) return []
  const { table, where, at } = entered
  const listed = listedAsset(visibility, listing, 'a', params)
  return [
    {
      from: `${table} ci JOIN assets a ON a.client_id = ci.client_id AND a.registry_id = ci.registry_id`,
      at,
      id: 'ci.registry_id',
      removed: false,
      where: `${where} AND ${listed} AND ${inRange(stream, at, 'ci.registry_id', params)}`,
      isLatest: isFirstLatest(visibility, at, columns, params),
      tieOrder: null,
    },
  ]
}

// If several links of an asset expired at the same instant, only the last by label counts.
function linkSource(stream: Stream, params: Params): Source {
  const { visibility, listing } = stream
  const expired = expiredLink(visibility, visibility.deltaUntil, 'l', params)
  const listed = listedAsset(visibility, listing, 'a', params)
  return {
    from: 'share_links l JOIN assets a ON a.client_id = l.client_id AND a.registry_id = l.registry_id',
    at: 'l.expires_at',
    id: 'l.registry_id',
    removed: false,
    where: `${expired} AND ${listed} AND ${inRange(stream, 'l.expires_at', 'l.registry_id', params)}`,
    isLatest: `l.expires_at > ${writtenChangeTime(visibility, 'a', params)} AND NOT EXISTS (SELECT FROM share_links o
      WHERE ${expiredLink(visibility, visibility.deltaUntil, 'o', params)} AND o.registry_id = l.registry_id
        AND o.expires_at = l.expires_at AND o.label > l.label)`,
    tieOrder: 'l.label DESC',
  }
}

function tombstoneSource(stream: Stream, params: Params): Source {
  const listed = listedTombstone(stream.visibility, stream.listing, 'd', params)
  return {
    from: 'tombstones d',
    at: 'd.removed_at',
    id: 'd.registry_id',
    removed: true,
    where: `${listed} AND ${inRange(stream, 'd.removed_at', 'd.registry_id', params)}`,
    isLatest: 'true',
    tieOrder: null,
  }
}

function inRange({ visibility, after }: Stream, at: string, id: string, params: Params): string {
  const position = `${params.add(after.at)}, ${params.add(after.registryId)}`
  return `(${at}, ${id}) > (${position}) AND ${at} <= ${params.add(visibility.deltaUntil)}`
}

function isFirstLatest(
  visibility: Visibility,
  at: string,
  earlier: readonly string[],
  params: Params,
): string {
  const others = earlier.map((column) => ` AND a.${column} <> ${at}`)
  return `${at} = ${writtenChangeTime(visibility, 'a', params)}${others.join('')}`
}

// A tombstone counts only if the asset is not listed now, because a removed asset can come back. Only the latest
// tombstone of an asset counts.
function isGone({ visibility, listing }: Stream, id: string, at: string, params: Params): string {
  return `NOT EXISTS (SELECT FROM assets n WHERE n.registry_id = ${id} AND ${listedAsset(visibility, listing, 'n', params)})
    AND NOT EXISTS (SELECT FROM tombstones o WHERE ${listedTombstone(visibility, listing, 'o', params)}
      AND o.registry_id = ${id} AND o.removed_at > ${at})`
}

// Most changes are later than the expiry of every link. For these, the links of the asset are not searched.
function hasNoLaterLink({ visibility }: Stream, id: string, at: string, params: Params): string {
  if (!visibility.scopes.has('estate')) return 'true'
  const expired = expiredLink(visibility, visibility.deltaUntil, 'e', params)
  return `(${at} >= (SELECT coalesce(max(e.expires_at), '-infinity') FROM share_links e WHERE ${expired})
    OR NOT EXISTS (SELECT FROM share_links e WHERE e.registry_id = ${id} AND ${expired} AND e.expires_at > ${at}))`
}
