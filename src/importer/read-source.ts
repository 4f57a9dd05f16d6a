import { parseJson } from '../values/json.ts'
import { BadLines, type BadMember, columnOf, findBadMembers } from './bad-members.ts'
import { closingQuote, findSyntaxError } from './json-text.ts'
import { type Line, LineReader } from './lines.ts'
import type { ImportRecord, RecordSchema } from './record-schema.ts'
import { stage } from './stage.ts'
import type { Staging } from './staging.ts'
import { UnknownWords } from './unknown-words.ts'

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

/** The progress of an import. Both numbers only rise. */
export interface ImportProgress {
  bytes: number
  lines: number
  stage: 'reading' | 'writing'
}

export interface Reading {
  bytes: number
  lines: number
  counts: Map<ImportRecord['type'], number>
  badLines: BadLines
  unknownWords: UnknownWords
}

/** Reads a source to its end, and stages the records that `schema` accepts. */
export async function readSource(
  source: AsyncIterable<Uint8Array | string>,
  schema: RecordSchema,
  staging: Staging,
  onProgress: (progress: ImportProgress) => void,
): Promise<Reading> {
  const reading: Reading = {
    bytes: 0,
    lines: 0,
    counts: new Map(),
    badLines: new BadLines(),
    unknownWords: new UnknownWords(),
  }
  const reader = new LineReader()
  const take = async (lines: Iterable<Line>) => {
    for (const line of lines) {
      stageLine(staging, schema, line, reading)
      if (staging.isDue) await staging.send()
    }
    reading.lines = reader.count
    onProgress({ bytes: reading.bytes, lines: reading.lines, stage: 'reading' })
  }
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk)
    reading.bytes += bytes.length
    await take(reader.read(bytes))
  }
  await take(reader.end())
  return reading
}

function stageLine(
  staging: Staging,
  schema: RecordSchema,
  line: Line,
  { counts, badLines, unknownWords }: Reading,
): void {
  const parsed = parseLine(line, schema)
  if ('bad' in parsed) {
    badLines.add(parsed.bad)
    return
  }
  const { type } = parsed.record
  counts.set(type, (counts.get(type) ?? 0) + 1)
  unknownWords.add(line.number, parsed.record)
  stage(staging, line.number, parsed.record)
}
