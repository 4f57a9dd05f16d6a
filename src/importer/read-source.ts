import { BadLines } from './bad-lines.ts'
import { type Line, LineReader } from './lines.ts'
import { parseLine } from './parse.ts'
import type { ImportRecord, RecordSchema } from './records.ts'
import { stage } from './stage.ts'
import type { Staging } from './staging.ts'
import { UnknownWords } from './unknown-words.ts'

/** The progress of an import. Both numbers only rise. */
export interface ImportProgress {
  bytes: number
  lines: number
  stage: 'reading' | 'writing'
}

/** The result of reading a source. */
export interface Reading {
  bytes: number
  lines: number
  /** How many records of each type were staged. */
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
