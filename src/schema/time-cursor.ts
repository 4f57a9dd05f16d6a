import type { IdNoun } from '../access/ids.ts'
import type { TimePosition, TimeRange } from '../database/newest.reads.ts'
import { parseInstant } from '../values/instant.ts'
import { decodeCursor, encodeCursor, invalidCursor, type PageRequest } from './paging.ts'

/** The cursor of a row in a list that is ordered by an instant and then the id. */
export function encodeTimeCursor({ at, id }: TimePosition): string {
  return encodeCursor([at.toISOString(), id])
}

/** The position that such a cursor names; throws `invalid_parameter` for any other text. */
export function parseTimeCursor(cursor: string | null, noun: IdNoun): TimePosition | null {
  if (cursor === null) return null
  const [text = '', id = ''] = decodeCursor(cursor, /^\d{4}-/, /^[a-z]+_\w+$/)
  const at = parseInstant(text)
  if (!at || !id.startsWith(`${noun}_`)) throw invalidCursor()
  return { at, id }
}

/** The rows that a page needs: one more than it shows, which says whether others follow. */
export function parseTimeRange(page: PageRequest, noun: IdNoun): TimeRange {
  return { limit: page.first + 1, after: parseTimeCursor(page.after, noun) }
}
