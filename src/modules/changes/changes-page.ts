import type pg from 'pg'
import { liveSql } from '../../access/liveness.ts'
import { isBoolean, rowReader } from '../../access/rows.ts'
import { readRows } from '../../database/statement.ts'
import { serviceUnavailable } from '../../errors.ts'
import type { ListCursors } from '../../schema/list-cursors.ts'
import {
  type FeedEnd,
  type FeedEntry,
  type FeedPlace,
  readFeed,
  readFeedEnd,
  readWholeFeed,
} from './feed.reads.ts'

/** `full`: the walk lists every active grant of the key, so other grants have ended. `delta`: it lists the changes. */
export type FeedMode = 'full' | 'delta'

export interface ChangesPage {
  readonly mode: FeedMode
  readonly entries: readonly FeedEntry[]
  /** The cursor of the next page. At the end it is the cursor of what comes. */
  readonly nextCursor: string
  readonly hasMore: boolean
  readonly end: FeedEnd
}

interface Position extends FeedPlace {
  readonly generation: string
  readonly mode: FeedMode
}

const GENERATION = /^[\da-f]{12}$/
// The position, and the base if it is another one.
const PLACE = /^\d{1,18}(?::\d{1,18})?$/
const MODE = /^(?:full|delta)$/

/**
 * The page after a cursor. Without a cursor it has no entries: later changes are after its cursor. With a cursor from
 * before a restore of the database, the walk is full. Throws `invalid_parameter` for a text that is not a cursor of
 * this feed, and `service_unavailable` where a full walk begins before the feed has all grants.
 */
export async function readChangesPage(
  pool: pg.Pool,
  keyId: string,
  cursors: ListCursors,
  { after, first }: { readonly after: string | null; readonly first: number },
): Promise<ChangesPage> {
  const given = readPosition(cursors, after)
  const end = await readFeedEnd(pool, keyId)
  const begin: Position = given
    ? positionIn(end, given)
    : { ...end, base: end.position, mode: 'delta' }
  if (begin.mode === 'full' && begin.position === 0n) await requireWholeFeed(pool, keyId)
  const read = begin.mode === 'full' ? readWholeFeed : readFeed
  const found = given ? await read(pool, keyId, begin, first + 1) : []
  const entries = found.slice(0, first)
  const hasMore = found.length > first
  const position = entries.at(-1)?.position ?? begin.position
  const mode = hasMore ? begin.mode : 'delta'
  // A full walk lists no ends, so the changes since its beginning follow it.
  const last = begin.mode === 'full' ? begin.base : position
  const place = hasMore ? `${position}:${begin.base}` : last
  const nextCursor = cursors.write([end.generation, place, mode])
  return { mode: begin.mode, entries, nextCursor, hasMore, end }
}

const HAS_UNTOLD = `SELECT
  (SELECT count(*) FROM grants g WHERE g.key_id = $1 AND ${liveSql('g', 'now()')})
  > (SELECT count(*) FROM feed_grants WHERE key_id = $1 AND end_reason IS NULL) AS untold`
const readUntold = rowReader('feed_grants', { untold: isBoolean })

// After a restore, a job gives the feed its grants, client by client. A part of them would say that the others have ended.
async function requireWholeFeed(pool: pg.Pool, keyId: string): Promise<void> {
  const [row] = await readRows(pool, HAS_UNTOLD, [keyId], 'changes_untold')
  if (readUntold(row).untold) throw serviceUnavailable()
}

// Positions of another generation mean other entries. Positions past the end are from a state that was lost.
function positionIn(end: FeedEnd, given: Position): Position {
  const isKnown = given.generation === end.generation && given.position <= end.position
  return isKnown ? given : { ...end, position: 0n, base: end.position, mode: 'full' }
}

function readPosition(cursors: ListCursors, cursor: string | null): Position | null {
  const members = cursors.read(cursor, GENERATION, PLACE, MODE)
  if (!members) return null
  const [generation, place, mode] = members
  const [position = '', base = position] = place.split(':')
  const read = { position: BigInt(position), base: BigInt(base) }
  return { generation, ...read, mode: mode === 'full' ? 'full' : 'delta' }
}
