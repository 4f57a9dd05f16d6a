import { once } from 'node:events'
import type { Command } from 'commander'
import { GatewayError } from '../errors.ts'
import type { Erasure } from '../modules/erasure/erase.writes.ts'
import { addCommand, optionParser } from './command.ts'
import type { CommandResult } from './command-result.ts'
import { parseReason } from './reason.ts'
import type { Runner } from './runner.ts'
import type { Terminal } from './terminal.ts'

/** Adds the commands that export and erase all data of a client. */
export function addClientData(client: Command, runner: Runner): void {
  for (const add of [addExport, addErase]) add(client, runner)
}

function addErase(client: Command, runner: Runner): void {
  addCommand(client, 'erase <id>', {
    description:
      "erase a client's data and account, and end their grants (cannot be undone); the record of what they agreed to stays, without names",
    example: 'client erase user_01M7…',
  })
    .option('--yes', 'do not ask to type the id again')
    .option('--reason <text>', 'why, for the audit history', optionParser(parseReason))
    .action(
      runner.withSchema(async ({ prisma }, id: string, { yes = false, reason }: EraseOptions) => {
        const { eraseClient } = await import('../modules/erasure/erase.writes.ts')
        if (!yes) await confirmTyped(runner.terminal, id)
        return describeErasure(await eraseClient(prisma, id, { reason }))
      }),
    )
}

interface EraseOptions {
  readonly yes?: boolean
  readonly reason?: string
}

interface ExportOptions {
  readonly file?: string
  readonly json?: boolean
  readonly reason?: string
}

async function confirmTyped({ ask }: Pick<Terminal, 'ask'>, text: string): Promise<void> {
  if (ask === null)
    throw new GatewayError('missing_parameter', 'Nobody can be asked here. Confirm with --yes.')
  const typed = await ask(`This cannot be undone. Type ${text} to confirm: `)
  if (typed.trim() !== text)
    throw new GatewayError('invalid_parameter', 'Another text was typed. Nothing was done.')
}

function describeErasure(erasure: Erasure): CommandResult {
  const { clientId, erasedAt, grants, rows } = erasure
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const lines = [
    `Client ${clientId} was erased at ${erasedAt.toISOString()}: ${total} rows, ${grants.length} grants ended.`,
    'Note the id outside of the database: a backup that is restored has the data again.',
    'Run the command again in a minute: it erases what requests that were in progress wrote.',
  ]
  return { json: erasure, lines }
}

function addExport(client: Command, runner: Runner): void {
  addCommand(client, 'export <id>', {
    description:
      'write all stored data of a client as NDJSON, without private notes and credentials',
    example: 'client export user_01M7… --file ada-hale.ndjson',
  })
    .option('--file <path>', 'a file that does not exist yet, with mode 0600; default: stdout')
    .option('--reason <text>', 'why, for the audit history', optionParser(parseReason))
    .action(
      runner.withSchema(async ({ pool, prisma }, id: string, options: ExportOptions) => {
        const { file, json, reason } = options
        const { exportClient } = await import('../modules/erasure/export.reads.ts')
        const { recordExport } = await import('../modules/erasure/erase.writes.ts')
        if (json && file === undefined)
          throw new GatewayError('invalid_parameter', '--json needs --file: the export is NDJSON.')
        await recordExport(prisma, id, { reason })
        if (file !== undefined) return exportTo(file, (line) => exportClient(pool, id, line))
        await exportClient(pool, id, runner.terminal.write)
        return { json: {}, lines: [] }
      }),
    )
}

type Export = (writeLine: (line: string) => Promise<void>) => Promise<Record<string, number>>

async function exportTo(file: string, run: Export): Promise<CommandResult> {
  const { createPrivateFile } = await import('../backup/new-file.ts')
  const rows = await createPrivateFile(file, async (stream) => {
    const counts = await run(async (line) => {
      if (!stream.write(line)) await once(stream, 'drain')
    })
    stream.end()
    await once(stream, 'close')
    return counts
  })
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return { json: { file, rows }, lines: [`Exported ${total} rows to ${file}.`] }
}
