import { isUtf8 } from 'node:buffer'

/** The longest line that is read, in bytes. */
const MAX_LINE_LENGTH = 1024 * 1024
const NEWLINE = 0x0a
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** A line with its number, from 1, and its text, or else what was expected and the first unreadable column. */
export type Line = { number: number } & (
  | { text: string }
  | { expected: string; column: number | null }
)

/** Divides bytes into lines (LF, CRLF), without a byte order mark and blank ones. Holds one line of at most 1 MiB. */
export class LineReader {
  #number = 0
  #parts: Buffer[] = []
  #length = 0

  /** The number of lines that have ended, with the skipped ones. */
  get count(): number {
    return this.#number
  }

  /** The lines that end in these bytes. The bytes continue those of the previous call. */
  *read(bytes: Buffer): Generator<Line> {
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      this.#hold(bytes.subarray(start, end))
      yield* this.#take()
      start = end + 1
    }
    this.#hold(bytes.subarray(start))
  }

  /** The last line, if it has no newline at its end. */
  *end(): Generator<Line> {
    if (this.#length > 0) yield* this.#take()
  }

  #hold(part: Buffer): void {
    this.#length += part.length
    if (this.#length > MAX_LINE_LENGTH) this.#parts = []
    else if (part.length > 0) this.#parts.push(part)
  }

  *#take(): Generator<Line> {
    const [first = Buffer.alloc(0), ...rest] = this.#parts
    const bytes = rest.length === 0 ? first : Buffer.concat(this.#parts)
    const tooLong = this.#length > MAX_LINE_LENGTH
    this.#parts = []
    this.#length = 0
    this.#number += 1
    const number = this.#number
    if (tooLong) yield { number, expected: 'a line of at most 1 MiB', column: null }
    else if (!isUtf8(bytes))
      yield { number, expected: 'text in UTF-8', column: findUnreadable(bytes) }
    else {
      const text = decode(bytes, number)
      if (/\S/.test(text)) yield { number, text }
    }
  }
}

function decode(bytes: Buffer, number: number): string {
  const marked = number === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)
  return bytes.toString('utf8', marked ? BYTE_ORDER_MARK.length : 0)
}

// Decoding replaces an invalid byte by U+FFFD. A line can also contain a real U+FFFD, so the bytes are compared.
function findUnreadable(bytes: Buffer): number {
  let column = 1
  let offset = 0
  for (const character of bytes.toString('utf8')) {
    const written = Buffer.from(character)
    if (!bytes.subarray(offset, offset + written.length).equals(written)) break
    offset += written.length
    column += 1
  }
  return column
}
