// A walk by page number carries no record of its start. Changes during it shift the pages, so entries
// may be missed. In the order of registry ids a change moves nothing: it is enough to
// reach back past the start of the walk. In the order of changes it moves the asset to the end, and
// any entry of the stream may be missed: the next sync begins where this one began. A
// walk by cursor needs none of this: its cursor carries the instant of its start.
const PAGE_WALK_MINUTES = 15
const MINUTE = 60_000

/** Where the next sync may go on from, and until when the clock leaves that as it is; null: for ever. */
export interface SyncPoint {
  /**
   * Safe to pass as the next `updated_since` after this page: no change committed later has an
   * instant at or before it.
   */
  readonly asOf: Date
  readonly cacheableUntil: Date | null
}

/** The sync point of a page. */
export function syncPoint(page: {
  /** The portfolio's newest committed change, read before the page. */
  changedAt: Date
  now: Date
  updatedSince: Date | null
  /** The start of the walk that a cursor belongs to. */
  walkStart: Date | null
  offset: number
}): SyncPoint {
  if (page.walkStart) return { asOf: page.walkStart, cacheableUntil: null }
  const minute = Math.floor(page.now.getTime() / MINUTE)
  const settled = new Date((minute - PAGE_WALK_MINUTES) * MINUTE)
  if (page.offset === 0 || page.changedAt <= settled)
    return { asOf: page.changedAt, cacheableUntil: null }
  return { asOf: page.updatedSince ?? settled, cacheableUntil: new Date((minute + 1) * MINUTE) }
}
