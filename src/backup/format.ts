import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type GatewayError, invalidParameter } from '../errors.ts'
import { parseJson } from '../values/json.ts'

/**
 * A backup file is the line `orangery backup 1`, a gzip stream of frames, and the SHA-256 of all bytes
 * before it. A frame is a letter, the length of its contents in four bytes, and the contents:
 *
 * - `H`, first: the header, as JSON.
 * - `R`: a piece of the rows of a table, in PostgreSQL's text format of COPY.
 * - `T`: the end of a table, as JSON. Tables are in the order of the header.
 */
export const FIRST_LINE = Buffer.from('orangery backup 1\n')
const DIGEST_BYTES = 32
// The longest contents of a frame, in bytes. A reader never holds more than this.
const MAX_FRAME = 1024 * 1024

type FrameType = 'H' | 'R' | 'T'

export interface Frame {
  readonly type: string
  readonly contents: Buffer
}

const name = z.string().min(1).max(63)

const tableSchema = z.strictObject({ name, columns: z.array(name).min(1) })
const sequenceSchema = z.strictObject({
  name,
  lastValue: z.string().regex(/^-?\d{1,19}$/),
  isCalled: z.boolean(),
})

const headerSchema = z.strictObject({
  release: z.string().max(100),
  createdAt: z.iso.datetime(),
  /** The applied migrations, oldest first, with the SHA-256 of their scripts. */
  migrations: z.array(z.strictObject({ name: z.string().max(255), checksum: z.string() })).min(1),
  /** In the order of their foreign keys: a table comes after those that it refers to. */
  tables: z.array(tableSchema).min(1),
  sequences: z.array(sequenceSchema),
})

const tableEndSchema = z.strictObject({
  name,
  rows: z.int().nonnegative(),
  sha256: z.string().length(64),
})

export type Header = z.infer<typeof headerSchema>
export type TableEnd = z.infer<typeof tableEndSchema>
export type Sequence = z.infer<typeof sequenceSchema>

export function parseHeader({ type, contents }: Frame): Header {
  const header = type === 'H' ? headerSchema.safeParse(parseJson(String(contents))).data : undefined
  const names = header?.tables.map((table) => table.name) ?? []
  if (!header || new Set(names).size < names.length) throw damaged()
  return header
}

export function parseTableEnd({ type, contents }: Frame): TableEnd {
  const end = type === 'T' ? tableEndSchema.safeParse(parseJson(String(contents))).data : undefined
  if (!end) throw damaged()
  return end
}

export function damaged(cause?: unknown): GatewayError {
  const message = 'The backup is damaged or incomplete. Nothing was restored. Use another copy.'
  return invalidParameter(message, { cause })
}

const PREFIX_BYTES = 5

/** The bytes of one frame. Throws a `RangeError` for contents longer than `MAX_FRAME`. */
export function frame(type: FrameType, contents: Buffer): Buffer {
  if (contents.length > MAX_FRAME) throw new RangeError(`a frame of ${contents.length} bytes`)
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.write(type, 'latin1')
  prefix.writeUInt32BE(contents.length, 1)
  return Buffer.concat([prefix, contents])
}

export function jsonFrame(type: FrameType, value: object): Buffer {
  return frame(type, Buffer.from(JSON.stringify(value)))
}

/** Divides the bytes of rows into as many frames as they need. */
export function* rowFrames(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += MAX_FRAME)
    yield frame('R', bytes.subarray(start, start + MAX_FRAME))
}

/** Reads frames. Holds at most one frame in memory. */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame, undefined> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (let end = endOfFrame(held); end <= held.length; end = endOfFrame(held)) {
      yield { type: held.toString('latin1', 0, 1), contents: held.subarray(PREFIX_BYTES, end) }
      held = held.subarray(end)
    }
  }
  if (held.length > 0) throw damaged()
}

function endOfFrame(held: Buffer): number {
  if (held.length < PREFIX_BYTES) return Number.POSITIVE_INFINITY
  const length = held.readUInt32BE(1)
  if (length > MAX_FRAME) throw damaged()
  return PREFIX_BYTES + length
}

/** Adds the first line before the bytes, and the SHA-256 of both after them. */
export async function* seal(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256').update(FIRST_LINE)
  yield FIRST_LINE
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
  yield hash.digest()
}

/**
 * The bytes between the first line and the SHA-256. Throws `invalid_parameter` at the start if the file is not a
 * backup, and at the end if the SHA-256 is wrong. Calls `onWhole` at the end if the SHA-256 is right.
 */
export async function* unseal(
  source: AsyncIterable<Buffer>,
  onWhole: () => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)
  let isStarted = false
  for await (const chunk of source) {
    held = Buffer.concat([held, chunk])
    if (!isStarted) {
      if (held.length < FIRST_LINE.length) continue
      requireFirstLine(held)
      hash.update(FIRST_LINE)
      held = held.subarray(FIRST_LINE.length)
      isStarted = true
    }
    if (held.length <= DIGEST_BYTES) continue
    const bytes = held.subarray(0, -DIGEST_BYTES)
    hash.update(bytes)
    yield bytes
    held = held.subarray(-DIGEST_BYTES)
  }
  if (!isStarted) requireFirstLine(held)
  if (!hash.digest().equals(held)) throw damaged()
  onWhole()
}

function requireFirstLine(bytes: Buffer): void {
  if (bytes.subarray(0, FIRST_LINE.length).equals(FIRST_LINE)) return
  const isNewer = /^orangery backup \d+\n/.test(bytes.toString('latin1', 0, 30))
  const problem = isNewer ? 'from a release with another format' : 'not a backup of orangery'
  throw invalidParameter(`The file is ${problem}.`)
}
