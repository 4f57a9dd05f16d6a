import { z } from 'zod'
import { GatewayError } from '../errors.ts'

/**
 * A backup file is the line `orangery backup 1`, a gzip stream of frames, and the SHA-256 of all bytes
 * before it. A frame is a letter, the length of its contents in four bytes, and the contents:
 *
 * - `H`, first: the header, as JSON.
 * - `R`: a piece of the rows of a table, in PostgreSQL's text format of COPY.
 * - `T`: the end of a table, as JSON. Tables are in the order of the header.
 */
export const FIRST_LINE = Buffer.from('orangery backup 1\n')
export const DIGEST_BYTES = 32
/** The longest contents of a frame, in bytes. A reader never holds more than this. */
export const MAX_FRAME = 1024 * 1024

export type FrameType = 'H' | 'R' | 'T'

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
  /** The release that made the backup. */
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
  const header = type === 'H' ? parse(headerSchema, contents) : undefined
  const names = header?.tables.map((table) => table.name) ?? []
  if (!header || new Set(names).size < names.length) throw damaged()
  return header
}

export function parseTableEnd({ type, contents }: Frame): TableEnd {
  const end = type === 'T' ? parse(tableEndSchema, contents) : undefined
  if (!end) throw damaged()
  return end
}

function parse<Value>(schema: z.ZodType<Value>, contents: Buffer): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(contents.toString())).data
  } catch {
    return undefined
  }
}

export function damaged(cause?: unknown): GatewayError {
  const message = 'The backup is damaged or incomplete. Nothing was restored. Use another copy.'
  return new GatewayError('invalid_parameter', message, { cause })
}
