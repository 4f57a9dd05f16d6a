import { decodeCursor, encodeCursor, invalidCursor } from '../../schema/paging.ts'
import { parseInstant } from '../../values/instant.ts'
import type { CreatedPosition } from './api-key.reads.ts'

/** The cursor of a row in a list that is ordered by the time of creation. */
export function encodeCreatedCursor(row: {
  readonly created_at: Date
  readonly id: string
}): string {
  return encodeCursor([row.created_at.toISOString(), row.id])
}

/** The place that such a cursor names; throws `invalid_parameter` for any other text. */
export function parseCreatedCursor(cursor: string | null): CreatedPosition | null {
  if (cursor === null) return null
  const [text = '', id = ''] = decodeCursor(cursor, /^\d{4}-/, /^[a-z]+_\w+$/)
  const at = parseInstant(text)
  if (!at) throw invalidCursor()
  return { at, id }
}
