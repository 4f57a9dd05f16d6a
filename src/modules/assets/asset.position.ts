import { REGISTRY_ID } from '../../access/registry-id.ts'
import { decodeCursor, encodeCursor, invalidCursor } from '../../schema/paging.ts'
import { parseInstant } from '../../values/instant.ts'

/** A place in the whole list. */
export interface FullPosition {
  readonly mode: 'full'
  readonly registryId: string
  /** What the walk gives as `as_of` at its end; null: it began at a page by number and gives none. */
  readonly start: Date | null
}

/** A place in the stream of changes. */
export interface DeltaPosition {
  readonly mode: 'delta'
  readonly at: Date
  readonly registryId: string
  /** Whether the walk began at the first page. */
  readonly isWhole: boolean
}

export type Position = FullPosition | DeltaPosition

const MODE = /^(?:full|delta)$/
const INSTANT = /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z)?$/
const EXTENT = /^(?:whole|part)$/

/** The cursor of a place. */
export function writePosition(position: Position): string {
  const { mode, registryId } = position
  const instant = position.mode === 'full' ? position.start : position.at
  const isWhole = position.mode === 'full' ? instant !== null : position.isWhole
  const extent = isWhole ? 'whole' : 'part'
  return encodeCursor([mode, instant?.toISOString() ?? '', registryId, extent])
}

/** The place of a cursor. Throws `invalid_parameter`. */
export function parsePosition(cursor: string): Position {
  const members = decodeCursor(cursor, MODE, INSTANT, REGISTRY_ID, EXTENT)
  const [mode, instant = '', registryId = '', extent] = members
  if (mode === 'full')
    return { mode, registryId, start: instant === '' ? null : requireInstant(instant) }
  return { mode: 'delta', at: requireInstant(instant), registryId, isWhole: extent === 'whole' }
}

function requireInstant(text: string): Date {
  const instant = parseInstant(text)
  if (!instant) throw invalidCursor()
  return instant
}
