import { type BadLine, explain } from './bad-lines.ts'
import type { Line } from './lines.ts'
import { type ImportRecord, record } from './records.ts'

/** The record that a line holds, or why it holds none. */
export function parseLine(line: Line): { record: ImportRecord } | { bad: BadLine } {
  if ('expected' in line) return { bad: whole(line, line.expected) }
  const value = parseJson(line.text)
  if (value === undefined) return { bad: whole(line, 'one JSON object per line') }
  const parsed = record.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { bad: issue ? explain(line.number, value, issue) : whole(line, 'a record') }
  }
  if (countNames(line.text) !== countMembers(value)) {
    return { bad: whole(line, 'each member of an object once') }
  }
  return { record: parsed.data }
}

function whole({ number }: Line, expected: string): BadLine {
  return { line: number, member: '', reason: `expected ${expected}` }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which may be private.
    return undefined
  }
}

// JSON.parse takes the last of two members of one name and reports nothing: the text then has more names
// than the value has members. The text is known to be JSON.
function countNames(text: string): number {
  let count = 0
  for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    quote = closingQuote(text, quote)
    COLON.lastIndex = quote + 1
    if (COLON.test(text)) count += 1
  }
  return count
}

const COLON = /\s*:/y

function closingQuote(text: string, opening: number): number {
  let quote = opening
  let escapes: number
  do {
    quote = text.indexOf('"', quote + 1)
    escapes = 0
    while (text[quote - 1 - escapes] === '\\') escapes += 1
  } while (escapes % 2 === 1)
  return quote
}

// The schema has accepted the value, so it is not nested deeper than a record.
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  let count = Array.isArray(value) ? 0 : inner.length
  for (const member of inner) count += countMembers(member)
  return count
}
