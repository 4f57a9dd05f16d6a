import { Writable } from 'node:stream'
import type { Command } from 'commander'
import type { BackupReport } from '../backup/backup.ts'
import { GatewayError } from '../errors.ts'
import { addCommand } from './command.ts'
import type { Runner } from './runner.ts'
import type { Terminal } from './terminal.ts'

/** In place of a file: a standard stream. */
export const STANDARD_STREAM = '-'

type Write = (stream: Writable) => Promise<BackupReport>

export function addBackup(program: Command, runner: Runner): void {
  addCommand(program, 'backup', {
    description: 'write everything in the database to a new file; the gateway may run',
    example: 'backup orangery-2026-11-24.backup',
  })
    .argument(
      '<file>',
      'a file that does not exist yet; it has private data and gets mode 0600; - writes standard output',
    )
    .action(
      runner.withDatabase(async ({ pool }, file: string, { json }: { json?: boolean }) => {
        const { writeBackup } = await import('../backup/backup.ts')
        const write: Write = (stream) =>
          writeBackup(pool, stream, (name) => runner.progressStream?.write(`${name}\n`))
        if (file === STANDARD_STREAM) return writeToOutput(runner.terminal, json, write)
        const { createPrivateFile } = await import('../backup/new-file.ts')
        const report = await createPrivateFile(file, write)
        return { json: { file, ...report }, lines: [describe(report, file)] }
      }),
    )
}

async function writeToOutput(terminal: Terminal, json: boolean | undefined, write: Write) {
  if (json)
    throw new GatewayError('invalid_parameter', '--json needs a file: the backup is the output.')
  const output = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      terminal.writeBytes(bytes).then(
        () => done(),
        (cause) => done(unwritten(cause)),
      )
    },
  })
  const report = await write(output)
  terminal.err(`${describe(report, 'standard output')}\n`)
  return { json: {}, lines: [] }
}

function unwritten(cause: NodeJS.ErrnoException): GatewayError {
  const message = `Standard output cannot be written (${cause.code}): the backup is incomplete.`
  return new GatewayError('invalid_parameter', message, { cause })
}

function describe({ tables }: BackupReport, place: string): string {
  return `Backed up ${countRows(tables)} to ${place}.`
}

/** For example `120 rows of 30 tables`. */
export function countRows(tables: readonly { rows: number }[]): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows of ${tables.length} tables`
}
