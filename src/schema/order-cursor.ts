import type { IdNoun } from '../access/ids.ts'
import type { ListOrder, ListPosition } from '../database/ordered.reads.ts'
import { parseInstant } from '../values/instant.ts'
import { decodeCursor, encodeCursor, invalidCursor } from './paging.ts'

const SHAPES = { timestamptz: /^\d{4}-/, boolean: /^(true|false)$/, text: /^[^\0]{0,1000}$/s }

/** The cursor of a row in a list that has several orders. It names the order, and is refused in another. */
export function encodeOrderCursor(order: string, { values, id }: ListPosition): string {
  const texts = values.map((value) => (value instanceof Date ? value.toISOString() : `${value}`))
  return encodeCursor([order, ...texts, id])
}

/** The position that such a cursor names in the order; throws `invalid_parameter` for any other text. */
export function parseOrderCursor(
  cursor: string | null,
  name: string,
  { columns }: ListOrder,
  noun: IdNoun,
): ListPosition | null {
  if (cursor === null) return null
  const shapes = columns.map(({ type }) => SHAPES[type])
  const [asked, ...texts] = decodeCursor(cursor, /^[a-z_]+$/, ...shapes, /^[a-z]+_\w+$/)
  const id = texts.pop() ?? ''
  if (asked !== name || !id.startsWith(`${noun}_`)) throw invalidCursor()
  const values = texts.map((text, at) => {
    const value = columns[at]?.type === 'timestamptz' ? parseInstant(text) : text
    if (value === null) throw invalidCursor()
    return value
  })
  return { values, id }
}
