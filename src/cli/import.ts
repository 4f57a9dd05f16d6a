import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Command } from 'commander'
import { GatewayError } from '../errors.ts'
import type { ImportReport } from '../importer/report.ts'
import { addCommand } from './command.ts'
import { type CommandResult, oneLine } from './command-result.ts'
import { startProgress } from './progress.ts'
import type { Runner } from './runner.ts'

interface Options {
  client: string
  skipBad?: boolean
}

export function addImport(program: Command, runner: Runner): void {
  addCommand(program, 'import', {
    does: "bring a client's portfolio to what a file states",
    example: 'import portfolio.ndjson --client user_01M7…',
  })
    .argument('<file>', 'NDJSON, one record a line; - reads the standard input')
    .requiredOption('--client <id>', 'whose portfolio')
    .option('--skip-bad', 'keep the good lines of a file that has bad ones')
    .action(
      runner.withSchema(async ({ pool }, file: string, { client, skipBad = false }: Options) => {
        const { importPortfolio } = await import('../importer/import.ts')
        const { source, size } = await openSource(file, runner.terminal.stdin)
        const { onProgress, stop } = await startProgress(runner.watched, size)
        try {
          return tell(await importPortfolio(pool, client, source, { skipBad, onProgress }))
        } finally {
          stop()
          source.destroy()
        }
      }),
    )
}

async function openSource(
  file: string,
  stdin: Readable,
): Promise<{ source: Readable; size: number | null }> {
  if (file === '-') return { source: stdin, size: null }
  const handle = await open(file).catch(() => null)
  const found = await handle?.stat()
  if (handle && found && !found.isDirectory()) {
    return { source: handle.createReadStream(), size: found.isFile() ? found.size : null }
  }
  await handle?.close()
  throw new GatewayError('invalid_parameter', `${file} is not a file that can be read.`)
}

function tell(report: ImportReport): CommandResult {
  const nouns = ['collections', 'assets', 'valuations', 'documents'] as const
  const counted = nouns.map((noun) => {
    const { created, updated, unchanged } = report[noun]
    return `${noun}: ${created} created, ${updated} updated, ${unchanged} unchanged`
  })
  const speed = `lines: ${report.lines}, seconds: ${report.seconds}, assets per second: ${report.assets_per_second}`
  const removed = `assets removed: ${report.assets.removed}`
  const bad = tellBad(report)
  if (report.kept) return { members: report, lines: [...counted, removed, speed, ...bad] }
  const message = `Nothing was kept, because of bad lines (${report.bad_count}); --skip-bad keeps the good ones.`
  return { members: report, lines: bad, failure: { code: 'invalid_parameter', message } }
}

function tellBad({ bad, bad_count: count }: ImportReport): string[] {
  const told = bad.map(({ line, member, reason }) =>
    oneLine(`line ${line}: ${member === '' ? '' : `${member}: `}${reason}`),
  )
  return count > bad.length ? [...told, `and ${count - bad.length} bad lines more`] : told
}
