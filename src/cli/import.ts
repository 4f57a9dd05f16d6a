import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { describeImport, type OpenImport } from '../database/open-imports.ts'
import { invalidParameter } from '../errors.ts'
import type { ImportOptions } from '../importer/import.ts'
import type { ImportProgress } from '../importer/read-source.ts'
import type { ImportReport } from '../importer/report.ts'
import { type CliCommand, type CommandResult, faultLines, oneLine } from './command.ts'
import type { PoolSession, Runner } from './runner.ts'

type How = Pick<ImportOptions, 'skipBad' | 'check'>

interface Options extends How {
  client?: string
  schema?: boolean
}

export function addImport(program: CliCommand): void {
  const command = program
    .add(
      'import',
      'import a portfolio file (NDJSON) for a client',
      'import portfolio.ndjson --client user_01M7…',
    )
    .usage('[options] <file>')
    .argument('[file]', 'NDJSON file, one record per line; - reads standard input')
    .option('--client <id>', 'the client who owns the portfolio (required)')
    .option('--skip-bad', 'import the valid lines of a file that has bad ones')
    .option('--check', 'report what an import would do, and change nothing')
    .option('--schema', 'print the JSON Schema of a line, and do nothing else')
  command.action((file: string | undefined, { schema, client, ...how }: Options) => {
    if (schema) return command.runner.withConfig(showSchema)()
    if (file === undefined) return command.error("error: missing required argument 'file'")
    if (client === undefined) return command.error('error: missing --client <id>')
    return command.runner.withPool((session) => run(command.runner, session, file, client, how))()
  })
}

async function showSchema(): Promise<CommandResult> {
  const { describeLine } = await import('../importer/json-schema.ts')
  const json = describeLine()
  return { json, lines: [JSON.stringify(json, null, 2)] }
}

async function run(
  { terminal, progressStream }: Runner,
  { pool }: PoolSession,
  file: string,
  client: string,
  how: How,
): Promise<CommandResult> {
  const { importPortfolio } = await import('../importer/import.ts')
  const { source, size } = await openSource(file, terminal.stdin)
  const progress = progressStream && (await startProgress(progressStream, size))
  const onWait = (other: OpenImport | null) => {
    const awaited = other ? describeImport(other) : 'another change of this portfolio'
    terminal.err(`Waiting for ${awaited} to end.\n`)
  }
  try {
    const options = { ...how, ...(progress && { onProgress: progress.show }), onWait }
    return formatReport(await importPortfolio(pool, client, source, options), how)
  } finally {
    progress?.stop()
    source.destroy()
  }
}

/** Opens a file, or the standard input for `-`. Throws `invalid_parameter`. */
export async function openSource(
  file: string,
  stdin: Readable,
): Promise<{ source: Readable; size: number | null }> {
  if (file === '-') return { source: stdin, size: null }
  const handle = await open(file).catch(() => null)
  const stats = await handle?.stat()
  if (handle && stats && !stats.isDirectory()) {
    return { source: handle.createReadStream(), size: stats.isFile() ? stats.size : null }
  }
  await handle?.close()
  throw invalidParameter(`${file} is not a readable file.`)
}

function formatReport(report: ImportReport, { skipBad, check }: How): CommandResult {
  const nouns = ['collections', 'assets', 'valuations', 'documents'] as const
  const counts = nouns.map((noun) => {
    const { created, updated, unchanged } = report[noun]
    const removed = noun === 'collections' ? '' : `, ${report[noun].removed} removed`
    return `${noun}: ${created} created, ${updated} updated, ${unchanged} unchanged${removed}`
  })
  const speed = `lines: ${report.lines}, seconds: ${report.seconds}, assets per second: ${report.assets_per_second}`
  const bad = [...formatBadLines(report), ...formatUnknownWords(report)]
  const lines = [...counts, speed, ...bad]
  if (report.kept) return { json: report, lines }
  if (check && (skipBad || report.bad_count === 0))
    return { json: report, lines: ['Nothing was imported. An import would give:', ...lines] }
  const message = `Nothing was imported: the file has bad lines (${report.bad_count}). Use --skip-bad to import the other lines.`
  return { json: report, lines: bad, error: { code: 'invalid_parameter', message } }
}

function formatBadLines({ bad, bad_count: count }: ImportReport): string[] {
  const faults = bad.map(({ line, column, member, reason }) => {
    const place = column === null ? `line ${line}` : `line ${line}, column ${column}`
    return [place, member === '' ? reason : `${member}: ${reason}`] as const
  })
  const listed = faultLines(faults)
  const more = count - new Set(bad.map(({ line }) => line)).size
  return more > 0 ? [...listed, `more bad lines: ${more}`] : listed
}

function formatUnknownWords({ unknown_words: words }: ImportReport): string[] {
  return words.map(({ member, word, nearest, line, lines }) =>
    oneLine(
      `line ${line}${lines > 1 ? ` and ${lines - 1} more` : ''}: ${member}: ${word} is not a known word; the nearest is ${nearest}`,
    ),
  )
}

// Shows progress on the stream. A bar needs the size in bytes.
async function startProgress(stream: NodeJS.WriteStream, size: number | null) {
  const { default: progress } = await import('cli-progress')
  const format =
    size === null ? ' {lines} lines, {stage}' : ' {bar} {percentage}%, {lines} lines, {stage}'
  const bar = new progress.SingleBar({ format, stream, hideCursor: true, clearOnComplete: true })
  bar.start(size ?? 0, 0, { lines: 0, stage: 'reading' })
  return {
    show: ({ bytes, lines, stage }: ImportProgress) => bar.update(bytes, { lines, stage }),
    stop: () => bar.stop(),
  }
}
