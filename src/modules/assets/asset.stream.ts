import { enteredColumn } from '../../access/asset-filter.sql.ts'
import type { Visibility } from '../../access/visibility.ts'
import type { Params } from '../../database/statement.ts'
import { type Listing, listedAsset, listedTombstone } from './asset.listing.ts'
import { visibleChangeTime, visibleColumns } from './change-times.ts'

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
    ({ from, at, id, removed, where, isLatest }, source) =>
      `(SELECT ${source} AS source, ${at} AS at, ${id} AS registry_id, ${removed} AS removed, (${isLatest}) AS is_latest
         FROM ${from} WHERE ${where} ORDER BY ${at}, ${id} LIMIT ${rows})`,
  )
  // OFFSET 0 makes PostgreSQL sort the rows first, so that it tests the conditions only for as many rows as needed.
  // Most tombstones belong to assets whose value changed. These are usually among the rows too: NOT IN removes their
  // tombstones without a further query. An asset may have many tombstones: only the last of them is looked up.
  return `instants AS MATERIALIZED (${parts.join(' UNION ALL ')}),
    horizon AS (SELECT at, registry_id
        FROM (SELECT at, registry_id, row_number() OVER (PARTITION BY source ORDER BY at, registry_id) AS place FROM instants) placed
       WHERE place = ${rows} ORDER BY at, registry_id LIMIT 1),
    entries AS MATERIALIZED (SELECT at, registry_id, removed FROM (
        SELECT * FROM (SELECT *, max(at) OVER (PARTITION BY registry_id, removed) AS last FROM instants) timed
         WHERE is_latest AND coalesce((at, registry_id) <= (SELECT at, registry_id FROM horizon), true)
         ORDER BY at, registry_id OFFSET 0) i
       WHERE NOT removed
          OR (at = last AND registry_id NOT IN (SELECT registry_id FROM instants WHERE NOT removed)
              AND ${isGone(stream, 'i.registry_id', 'i.at', params)})
       LIMIT ${params.add(limit)})`
}

export function countOfStreamSql(stream: Stream, params: Params): string {
  const parts = sourcesOf(stream, params).map((source) =>
    source.removed
      ? countOfRemoved(stream, source, params)
      : `(SELECT count(*) FROM ${source.from} WHERE ${source.where} AND ${source.isLatest})`,
  )
  return parts.join(' + ')
}

// Each new value of an asset leaves a tombstone. So tombstones are grouped first, and each asset is looked up only once. In
// WHERE instead of FILTER, the conditions could become a join that compares each tombstone with all items of a grant.
function countOfRemoved(stream: Stream, { from, at, id, where }: Source, params: Params): string {
  return `(SELECT count(*) FILTER (WHERE ${isGone(stream, 'last.id', 'last.at', params)})
      FROM (SELECT ${id} AS id, max(${at}) AS at FROM ${from} WHERE ${where} GROUP BY ${id}) last)`
}

function sourcesOf(stream: Stream, params: Params): Source[] {
  const { visibility, listing } = stream
  const columns = visibleColumns(visibility)
  const latest = visibleChangeTime(visibility, params)
  const changes = changesOf(stream, columns, params).map((rows, i) => {
    const earlier = columns.slice(0, i).map((column) => ` AND a.${column} <> ${rows.at}`)
    return { ...rows, removed: false, isLatest: `${rows.at} = ${latest}${earlier.join('')}` }
  })
  const removals = {
    from: 'tombstones d',
    at: 'd.removed_at',
    id: 'd.registry_id',
    removed: true,
    where: listedTombstone(visibility, listing, 'd', params),
    isLatest: 'true',
  }
  return [...changes, removals].map((source) => {
    return { ...source, where: `${source.where} AND ${inRange(stream, source, params)}` }
  })
}

function changesOf({ visibility, listing }: Stream, columns: readonly string[], params: Params) {
  const where = listedAsset(visibility, listing, 'a', params)
  const changes = columns.map((column) => {
    return { from: 'assets a', at: `a.${column}`, id: 'a.registry_id', where }
  })
  // The source for assets that joined the collection of the grant, if no visible time of the asset shows that.
  const entered = visibility.scopes.has('detail') ? null : enteredColumn(visibility, 'ci', params)
  if (entered === null) return changes
  const joined = {
    from: `${entered.table} ci JOIN assets a ON a.client_id = ci.client_id AND a.registry_id = ci.registry_id`,
    at: entered.at,
    id: 'ci.registry_id',
    where: `${entered.where} AND ${where}`,
  }
  return [...changes, joined]
}

// Changes after the access was read belong to the next delta: the terms of the grant may have changed before them.
function inRange({ visibility, after }: Stream, { at, id }: Source, params: Params): string {
  const position = `${params.add(after.at)}, ${params.add(after.registryId)}`
  return `(${at}, ${id}) > (${position}) AND ${at} <= ${params.add(visibility.changedUntil)}`
}

// A tombstone counts only if the asset is not listed now, because a removed asset can come back. Only the latest
// tombstone of an asset counts.
function isGone({ visibility, listing }: Stream, id: string, at: string, params: Params): string {
  return `NOT EXISTS (SELECT FROM assets n WHERE n.registry_id = ${id} AND ${listedAsset(visibility, listing, 'n', params)})
    AND NOT EXISTS (SELECT FROM tombstones o WHERE ${listedTombstone(visibility, listing, 'o', params)}
      AND o.registry_id = ${id} AND o.removed_at > ${at})`
}
