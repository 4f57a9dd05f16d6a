import { setImmediate as otherRequests } from 'node:timers/promises'

// About a millisecond of parsing or writing JSON.
const SLICE_LENGTH = 128 * 1024

/** Parses JSON texts. Between slices of them other requests are served. */
export async function parseInSlices(texts: readonly string[]): Promise<unknown[]> {
  const values: unknown[] = []
  let length = 0
  for (const text of texts) {
    values.push(JSON.parse(text))
    length += text.length
    if (length < SLICE_LENGTH) continue
    length = 0
    await otherRequests()
  }
  return values
}

/**
 * The bytes of `JSON.stringify`, written piece by piece: the members of the value are `depth` 1. `onSlice` gets
 * them in parts, between which other requests are served.
 */
export async function stringifyInSlices(
  value: unknown,
  depth: number,
  onSlice: (bytes: Buffer) => void = () => {},
): Promise<Buffer> {
  const slices: Buffer[] = []
  let text = ''
  const cut = () => {
    const slice = Buffer.from(text)
    text = ''
    slices.push(slice)
    onSlice(slice)
  }
  for (const piece of piecesOf(value, depth)) {
    text += piece
    if (text.length < SLICE_LENGTH) continue
    cut()
    await otherRequests()
  }
  cut()
  return join(slices)
}

// `Buffer.concat` would do it at once: the system has to find all the memory, page by page.
async function join(slices: readonly Buffer[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(slices.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  let since = 0
  for (const slice of slices) {
    offset += slice.copy(whole, offset)
    since += slice.length
    if (since < 2 * SLICE_LENGTH) continue
    since = 0
    await otherRequests()
  }
  return whole
}

function* piecesOf(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || !isPlain(value)) yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) yield* listPieces(value, depth)
  else yield* objectPieces(value, depth)
}

function* listPieces(list: readonly unknown[], depth: number): Generator<string> {
  let separator = '['
  for (const item of list) {
    yield separator
    yield* piecesOf(item, depth - 1)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

function* objectPieces(object: object, depth: number): Generator<string> {
  let separator = '{'
  for (const [name, member] of Object.entries(object)) {
    if (member === undefined || typeof member === 'function') continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* piecesOf(member, depth - 1)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

// What says itself what it is in JSON, as an instant does, is left to `JSON.stringify`.
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value)
}
