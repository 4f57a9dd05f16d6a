import { setImmediate as nextTurn } from 'node:timers/promises'
import { JsonText } from '../values/json.ts'

// Writing a slice takes well below a millisecond. V8 takes new memory from the system for each text of more than
// 128 KB, which takes longer than to write it.
const SLICE_LENGTH = 32 * 1024

/** Lets other requests be served. */
export type Pause = () => Promise<void>

/** The pause of work that is short: until the next turn of the event loop. */
export const otherRequests: Pause = () => nextTurn()

interface WritingInSlices {
  readonly pause?: Pause
  /** The length at which the first slice ends, in characters. Default: the length of every slice. */
  readonly firstLength?: number
  readonly onSlice?: (bytes: Buffer) => unknown
}

/**
 * The bytes of `JSON.stringify`, written piece by piece: the members of the value are `depth` 1. After a value that is
 * longer than a slice, the next ones are divided one level deeper. A `JsonText` among the pieces is written as it is.
 * `onSlice` gets the parts. A pause follows each but the last.
 */
export async function stringifyInSlices(
  value: unknown,
  depth: number,
  { pause = otherRequests, firstLength = SLICE_LENGTH, onSlice }: WritingInSlices = {},
): Promise<Buffer<ArrayBuffer>> {
  const slices: Buffer<ArrayBuffer>[] = []
  let text = ''
  const cut = () => {
    const slice = Buffer.from(text)
    text = ''
    slices.push(slice)
    onSlice?.(slice)
  }
  for (const piece of piecesOf(value, 0, { depth })) {
    text += piece
    if (text.length < (slices.length === 0 ? firstLength : SLICE_LENGTH)) continue
    cut()
    await pause()
  }
  cut()
  return join(slices, pause)
}

// `Buffer.concat` copies everything without a pause, and the first use of new memory is slow.
async function join(slices: readonly Buffer<ArrayBuffer>[], pause: Pause) {
  const [first] = slices
  if (first && slices.length === 1) return first
  const whole = Buffer.allocUnsafeSlow(slices.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  let paused = 0
  for (const slice of slices) {
    offset += slice.copy(whole, offset)
    if (offset - paused < 2 * SLICE_LENGTH) continue
    paused = offset
    await pause()
  }
  return whole
}

// More pieces take more time, so a level is divided only where its pieces are long.
interface Pieces {
  depth: number
}

function* piecesOf(value: unknown, level: number, pieces: Pieces): Generator<string> {
  if (level >= pieces.depth || !isPlain(value)) return yield undivided(value, level, pieces)
  const isList = Array.isArray(value)
  const [open = '', close = ''] = isList ? '[]' : '{}'
  let separator = open
  for (const [name, member] of isList ? value.entries() : Object.entries(value)) {
    if (!isList && (member === undefined || typeof member === 'function')) continue
    yield isList ? separator : `${separator}${JSON.stringify(name)}:`
    yield* piecesOf(member, level + 1, pieces)
    separator = ','
  }
  yield separator === ',' ? close : open + close
}

function undivided(value: unknown, level: number, pieces: Pieces): string {
  if (value instanceof JsonText) return value.text
  const text = JSON.stringify(value) ?? 'null'
  if (text.length > SLICE_LENGTH && isPlain(value)) pieces.depth = level + 1
  return text
}

// `JSON.stringify` writes an object that has a `toJSON` of its own, such as an instant.
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value)
}
