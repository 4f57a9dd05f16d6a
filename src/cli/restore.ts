import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import type { RestoreReport } from '../backup/restore.ts'
import { GatewayError } from '../errors.ts'
import { countRows, STANDARD_STREAM } from './backup.ts'
import { addCommand } from './command.ts'
import { toCommandError } from './command-error.ts'
import type { Runner, Session } from './runner.ts'

export function addRestore(program: Command, runner: Runner): void {
  addCommand(program, 'restore', {
    description: 'load a backup into an empty database; it then has the schema of this release',
    example: 'restore orangery-2026-11-24.backup',
  })
    .argument('<file>', 'a file that orangery backup wrote; - reads standard input')
    .action(
      runner.withDatabase(
        async (session, file: string) => {
          const { restoreBackup } = await import('../backup/restore.ts')
          const restore = (path: string) =>
            restoreBackup(session.pool, path, (name) => runner.progressStream?.write(`${name}\n`))
          const report =
            file === STANDARD_STREAM
              ? await withReceivedFile(runner.terminal.stdin, restore)
              : await restore(file)
          const applied = await finishRestore(session)
          return { json: { ...report, applied }, lines: describeRestored(report, applied, session) }
        },
        { mayCreate: true },
      ),
    )
}

async function finishRestore(session: Session): Promise<string[]> {
  const { bringUpToDate } = await import('../database/prepare.ts')
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
