import { isUtf8 } from 'node:buffer'

/** The longest line that is read, in bytes. */
const MAX_LINE_LENGTH = 1024 * 1024
const NEWLINE = 0x0a
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** A line with its number from 1: its text, or what was expected where it cannot be read. */
export type Line = { number: number } & ({ text: string } | { expected: string })

/**
 * Cuts bytes into lines, holding no more than one line of at most 1 MiB at a time. Takes LF and
 * CRLF, and a byte order mark at the start; lines of white space alone are passed over.
 */
export class LineReader {
  #number = 0
  #parts: Buffer[] = []
  #length = 0

  /** How many lines have ended, those passed over included. */
  get count(): number {
    return this.#number
  }

  /** The lines that end in these bytes, which follow those given before. */
  *read(bytes: Buffer): Generator<Line> {
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      this.#hold(bytes.subarray(start, end))
      yield* this.#take()
      start = end + 1
    }
    this.#hold(bytes.subarray(start))
  }

  /** The last line, where no newline ends it. */
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
    if (tooLong) yield { number, expected: 'a line of at most 1 MiB' }
    else if (!isUtf8(bytes)) yield { number, expected: 'text in UTF-8' }
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
