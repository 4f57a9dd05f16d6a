import type { Command } from 'commander'
import { addCommand } from './command.ts'
import type { Runner } from './runner.ts'

export function addBackup(program: Command, runner: Runner): void {
  addCommand(program, 'backup', {
    description: 'write everything in the database to a new file; the gateway may run',
    example: 'backup orangery-2026-11-24.backup',
  })
    .argument('<file>', 'a file that does not exist yet; it has private data and gets mode 0600')
    .action(
      runner.withDatabase(async ({ pool }, file: string) => {
        const { createPrivateFile } = await import('../database/backup/new-file.ts')
        const { writeBackup } = await import('../database/backup/backup.ts')
        const report = await createPrivateFile(file, (stream) =>
          writeBackup(pool, stream, (name) => runner.progressStream?.write(`${name}\n`)),
        )
        const line = `Backed up ${countRows(report.tables)} to ${file}.`
        return { json: { file, ...report }, lines: [line] }
      }),
    )
}

/** For example `120 rows of 30 tables`. */
export function countRows(tables: readonly { rows: number }[]): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows of ${tables.length} tables`
}
