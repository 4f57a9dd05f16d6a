import type { TimePosition, TimeRange } from '../database/newest.reads.ts'
import type { IdNoun } from '../values/ids.ts'
import { parseInstant } from '../values/instant.ts'
import { invalidCursor, type ListCursors } from './list-cursors.ts'
import type { PageRequest } from './paging.ts'

/** Returns the function that writes the cursors of rows in a list that is ordered by an instant and then by id. */
export function timeCursorIn(cursors: ListCursors): (position: TimePosition) => string {
  return ({ at, id }) => cursors.write([at.toISOString(), id])
}

/**
 * The range of rows that a page reads. It reads one row more than it shows, to know whether another page follows.
 * Throws `invalid_parameter` for a cursor of another list.
 */
export function parseTimeRange(page: PageRequest, noun: IdNoun, cursors: ListCursors): TimeRange {
  return { limit: page.first + 1, after: parsePosition(page.after, noun, cursors) }
}

function parsePosition(
  cursor: string | null,
  noun: IdNoun,
  cursors: ListCursors,
): TimePosition | null {
  if (cursor === null) return null
  const [text = '', id = ''] = cursors.read(cursor, /^\d{4}-/, /^[a-z]+_\w+$/)
  const at = parseInstant(text)
  if (!at || !id.startsWith(`${noun}_`)) throw invalidCursor()
  return { at, id }
}
