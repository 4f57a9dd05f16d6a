import { invalidCursor, type ListCursors } from '../../schema/list-cursors.ts'
import { parseInstant } from '../../values/instant.ts'
import { REGISTRY_ID } from '../../values/registry-id.ts'

/** A position in the whole list. */
export interface FullPosition {
  readonly registryId: string
  /** The `as_of` at the end of the walk. Null: the walk began at a page by number and has no `as_of`. */
  readonly start: Date | null
}

/** A position in the stream of changes. */
interface DeltaPosition {
  readonly at: Date
  readonly registryId: string
  /** Whether the walk began at the first page. */
  readonly isWhole: boolean
  /** The number of entries when the walk began, so that it is not counted for each page. Null: it was not requested. */
  readonly total: number | null
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const INSTANT_OR_NONE = /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z)?$/
const EXTENT = /^(?:whole|part)$/
const TOTAL = /^\d{0,15}$/

/** The cursor of a position in the whole list. */
export function writeFullPosition(cursors: ListCursors, position: FullPosition): string {
  return cursors.write([position.registryId, position.start?.toISOString() ?? ''])
}

/** The position of a cursor of the whole list. Throws `invalid_parameter`. */
export function parseFullPosition(cursors: ListCursors, cursor: string): FullPosition {
  const [registryId = '', start = ''] = cursors.read(cursor, REGISTRY_ID, INSTANT_OR_NONE)
  return { registryId, start: start === '' ? null : requireInstant(start) }
}

/** The cursor of a position in the stream of changes. */
export function writeDeltaPosition(cursors: ListCursors, position: DeltaPosition): string {
  const { at, registryId, isWhole, total } = position
  const extent = isWhole ? 'whole' : 'part'
  return cursors.write([at.toISOString(), registryId, extent, total === null ? '' : String(total)])
}

/** The position of a cursor of the stream of changes. Throws `invalid_parameter`. */
export function parseDeltaPosition(cursors: ListCursors, cursor: string): DeltaPosition {
  const members = cursors.read(cursor, INSTANT, REGISTRY_ID, EXTENT, TOTAL)
  const [at = '', registryId = '', extent, total = ''] = members
  const counted = total === '' ? null : Number(total)
  return { at: requireInstant(at), registryId, isWhole: extent === 'whole', total: counted }
}

function requireInstant(text: string): Date {
  const instant = parseInstant(text)
  if (!instant) throw invalidCursor()
  return instant
}
