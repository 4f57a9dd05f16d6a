import type { ListCursors } from '../../schema/list-cursors.ts'
import { REGISTRY_ID } from '../../values/ids.ts'
import { parseInstant } from '../../values/instant.ts'

interface FullPosition {
  readonly registryId: string
  /** The `as_of` at the end of the walk. Null: the walk began at a page by number and has no `as_of`. */
  readonly start: Date | null
}

interface DeltaPosition {
  readonly at: Date
  readonly registryId: string
  /** Whether the walk began at the first page. */
  readonly isWhole: boolean
  /** The number of entries when the walk began, so that it is not counted for each page. Null: it was not requested. */
  readonly total: number | null
}

const EXTENT = /^(?:whole|part)$/

export function writeFullPosition(cursors: ListCursors, position: FullPosition): string {
  return cursors.write([position.registryId, position.start ?? ''])
}

/** The position of a cursor of the whole list; null for no cursor. Throws `invalid_parameter`. */
export function parseFullPosition(
  cursors: ListCursors,
  cursor: string | null,
): FullPosition | null {
  const members = cursors.read(cursor, REGISTRY_ID, parseInstantOrNone)
  if (!members) return null
  const [registryId, start] = members
  return { registryId, start: start === '' ? null : start }
}

export function writeDeltaPosition(cursors: ListCursors, position: DeltaPosition): string {
  const { at, registryId, isWhole, total } = position
  return cursors.write([at, registryId, isWhole ? 'whole' : 'part', total ?? ''])
}

/** The position of a cursor of the stream of changes; null for no cursor. Throws `invalid_parameter`. */
export function parseDeltaPosition(
  cursors: ListCursors,
  cursor: string | null,
): DeltaPosition | null {
  const members = cursors.read(cursor, parseInstant, REGISTRY_ID, EXTENT, /^\d{0,15}$/)
  if (!members) return null
  const [at, registryId, extent, total] = members
  const counted = total === '' ? null : Number(total)
  return { at, registryId, isWhole: extent === 'whole', total: counted }
}

const parseInstantOrNone = (text: string) => (text === '' ? text : parseInstant(text))
