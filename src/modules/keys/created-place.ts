import { cursorRefusal, decodeCursor, encodeCursor } from '../../schema/paging.ts'
import { parseInstant } from '../../values/instant.ts'
import type { CreatedPlace } from './api-key.reads.ts'

/** The cursor of a row in a list that is ordered by the time of creation. */
export function cursorOfCreated(row: { readonly created_at: Date; readonly id: string }): string {
  return encodeCursor([row.created_at.toISOString(), row.id])
}

/** The place that such a cursor names; throws `invalid_parameter` for any other text. */
export function parseCreated(cursor: string | null): CreatedPlace | null {
  if (cursor === null) return null
  const [text = '', id = ''] = decodeCursor(cursor, /^\d{4}-/, /^[a-z]+_\w+$/)
  const at = parseInstant(text)
  if (!at) throw cursorRefusal()
  return { at, id }
}
