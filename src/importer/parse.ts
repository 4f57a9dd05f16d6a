import type { BadMember } from './bad-lines.ts'
import { columnOf, findBadMembers } from './bad-members.ts'
import { closingQuote, findSyntaxError } from './json-text.ts'
import type { Line } from './lines.ts'
import type { ImportRecord, RecordSchema } from './records.ts'

/** The record in a line, or the problems of the line. */
export function parseLine(
  line: Line,
  schema: RecordSchema,
): { record: ImportRecord } | { bad: BadMember[] } {
  const { number } = line
  if ('expected' in line) return { bad: unreadable(number, line.column, line.expected) }
  const { text } = line
  const value = parseJson(text)
  if (value === undefined) {
    const offset = findSyntaxError(text)
    const column = offset === null ? null : columnOf(text, offset)
    return { bad: unreadable(number, column, 'one JSON object per line') }
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) return { bad: findBadMembers(number, text, value, parsed.error.issues) }
  if (countNames(text) !== countMembers(value))
    return { bad: findBadMembers(number, text, value, []) }
  return { record: parsed.data }
}

function unreadable(line: number, column: number | null, expected: string): BadMember[] {
  return [{ line, column, member: '', reason: `expected ${expected}` }]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which may be private.
    return undefined
  }
}

// If an object has two members of one name, JSON.parse uses the last and reports no error. The text then has
// more names than the value has members. The text must be valid JSON.
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

// The schema has accepted the value, so it is not nested deeper than a record.
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  let count = Array.isArray(value) ? 0 : inner.length
  for (const member of inner) count += countMembers(member)
  return count
}
