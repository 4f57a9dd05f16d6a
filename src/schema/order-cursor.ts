import type { ListOrder, ListPosition } from '../database/ordered.reads.ts'
import type { IdNoun } from '../values/ids.ts'
import { parseInstant } from '../values/instant.ts'
import { invalidCursor, type ListCursors } from './list-cursors.ts'

const SHAPES = { timestamptz: /^\d{4}-/, boolean: /^(true|false)$/, text: /^[^\0]{0,1000}$/s }

/**
 * Returns the function that writes the cursors of rows in a list with several orders. `cursors` is bound to the order.
 */
export function orderCursorIn(cursors: ListCursors): (position: ListPosition) => string {
  return ({ values, id }) => {
    const texts = values.map((value) => (value instanceof Date ? value.toISOString() : `${value}`))
    return cursors.write([...texts, id])
  }
}

/** The position that a cursor names in the order. Throws `invalid_parameter` for any other text. */
export function parseOrderCursor(
  cursor: string | null,
  { columns }: ListOrder,
  noun: IdNoun,
  cursors: ListCursors,
): ListPosition | null {
  if (cursor === null) return null
  const shapes = columns.map(({ type }) => SHAPES[type])
  const texts = [...cursors.read(cursor, ...shapes, /^[a-z]+_\w+$/)]
  const id = texts.pop() ?? ''
  if (!id.startsWith(`${noun}_`)) throw invalidCursor()
  const values = texts.map((text, at) => {
    const value = columns[at]?.type === 'timestamptz' ? parseInstant(text) : text
    if (value === null) throw invalidCursor()
    return value
  })
  return { values, id }
}
