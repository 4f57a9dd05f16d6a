import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupReport } from '../backup/backup.ts'
import type { RestoreReport } from '../backup/restore.ts'
import { GatewayError, invalidParameter } from '../errors.ts'
import type { CliCommand } from './command.ts'
import type { Session } from './runner.ts'
import type { Terminal } from './terminal.ts'

// In place of a file: a standard stream.
const STANDARD_STREAM = '-'

type Write = (stream: Writable) => Promise<BackupReport>

export function addBackup(program: CliCommand): void {
  program
    .add(
      'backup',
      'write everything in the database to a new file; the gateway may run',
      'backup orangery-2026-11-24.backup',
    )
    .argument(
      '<file>',
      'a file that does not exist yet; it has private data and gets mode 0600; - writes standard output',
    )
    .onDatabase(async ({ pool }, file: string, { json }: { json?: boolean }) => {
      const { writeBackup } = await import('../backup/backup.ts')
      const write: Write = (stream) =>
        writeBackup(pool, stream, (name) => program.runner.progressStream?.write(`${name}\n`))
      if (file === STANDARD_STREAM) return writeToOutput(program.runner.terminal, json, write)
      const { createPrivateFile } = await import('../backup/new-file.ts')
      const report = await createPrivateFile(file, write)
      return { json: { file, ...report }, lines: [describe(report, file)] }
    })
}

async function writeToOutput(terminal: Terminal, json: boolean | undefined, write: Write) {
  if (json) throw invalidParameter('--json needs a file: the backup is the output.')
  const output = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      terminal.write(bytes, 'the backup is incomplete').then(() => done(), done)
    },
  })
  const report = await write(output)
  terminal.err(`${describe(report, 'standard output')}\n`)
  return { json: {}, lines: [] }
}

function describe({ tables }: BackupReport, place: string): string {
  return `Backed up ${countRows(tables)} to ${place}.`
}

// For example `120 rows of 30 tables`.
function countRows(tables: readonly { rows: number }[]): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows of ${tables.length} tables`
}

export function addRestore(program: CliCommand): void {
  program
    .add(
      'restore',
      'load a backup into an empty database; it then has the schema of this release',
      'restore orangery-2026-11-24.backup',
    )
    .argument('<file>', 'a file that orangery backup wrote; - reads standard input')
    .onDatabase(
      async (session, file: string) => {
        const { restoreBackup } = await import('../backup/restore.ts')
        const restore = (path: string) =>
          restoreBackup(session.pool, path, (name) =>
            program.runner.progressStream?.write(`${name}\n`),
          )
        const report =
          file === STANDARD_STREAM
            ? await withReceivedFile(program.runner.terminal.stdin, restore)
            : await restore(file)
        const applied = await finishRestore(session)
        return { json: { ...report, applied }, lines: describeRestored(report, applied, session) }
      },
      { mayCreate: true },
    )
}

async function finishRestore(session: Session): Promise<string[]> {
  const { bringUpToDate } = await import('../database/prepare.ts')
  const { toCommandError } = await import('./command-error.ts')
  return bringUpToDate(session).catch((error: unknown) => {
    const { code, message } = toCommandError(error)
    const remedy = 'All rows are loaded. Run: orangery migrate, which finishes the restore.'
    throw new GatewayError(code, `${remedy} What failed: ${message}`)
  })
}

// The work reads its file more than once. Only this account can read the file.
async function withReceivedFile<Result>(
  source: Readable,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // A command that is interrupted exits from elsewhere.
  process.once('exit', remove)
  try {
    const file = join(folder, 'received')
    await pipeline(source, createWriteStream(file, { mode: 0o600 }))
    return await work(file)
  } finally {
    remove()
    process.off('exit', remove)
  }
}

function describeRestored(
  { release, createdAt, tables, leftOut }: RestoreReport,
  applied: readonly string[],
  { embedded }: Session,
): string[] {
  const lines = [`Restored ${countRows(tables)}, as of ${createdAt} (release ${release}).`]
  if (leftOut.length > 0)
    lines.push(`Not restored, because no migration creates them: ${leftOut.join(', ')}.`)
  lines.push(...applied.map((name) => `Applied ${name}`))
  if (!embedded)
    lines.push('Grant the runtime role its rights: orangery migrate --runtime-role NAME')
  lines.push('Revocations since then are undone: see "Backups" in docs/operations/data.md.')
  return lines
}
