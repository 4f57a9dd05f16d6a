import { once } from 'node:events'
import { createPrivateFile } from '../backup/new-file.ts'
import { markRestored } from '../database/mark-restored.ts'
import { inTransaction } from '../database/transaction.ts'
import { GatewayError, invalidParameter } from '../errors.ts'
import { type Erasure, eraseClient, recordExport } from '../modules/erasure/erase.writes.ts'
import { exportClient } from '../modules/erasure/export.reads.ts'
import { listClients } from '../modules/people/person.reads.ts'
import { addCreate, addCreateAll } from './client-create.ts'
import { type CliCommand, type CommandResult, listed, optionParser } from './command.ts'
import { type Terminal, writeTo } from './terminal.ts'
import { parseReason } from './values.ts'

export const COMMANDS = [addCreate, addCreateAll, addList, addResync, addExport, addErase]

function addList(client: CliCommand): void {
  client.add('list', 'list all clients', 'client list').onPool(async ({ pool }) => {
    const columns = ['id', 'environment', 'currency', 'email', 'name'] as const
    return listed(await listClients(pool), columns, 'No clients.')
  })
}

function addResync(client: CliCommand): void {
  client
    .add(
      'resync',
      'make each mirror read its whole list again; needed after a restore without orangery restore',
      'client resync',
    )
    .onPool(async ({ pool }) => {
      const begin = 'BEGIN; SET LOCAL statement_timeout = 0'
      const clients = await inTransaction(pool, begin, (client) => markRestored(client))
      return {
        json: { clients },
        lines: [`The next walk of each mirror is full: ${clients} clients.`],
      }
    })
}

function addErase(client: CliCommand): void {
  client
    .add(
      'erase <id>',
      "erase a client's data and account, and end their grants (cannot be undone); the record of what they agreed to stays, without names",
      'client erase user_01M7…',
    )
    .option('--yes', 'do not ask to type the id again')
    .option('--reason <text>', 'why, for the audit history', optionParser(parseReason))
    .onSchema(async ({ prisma }, id: string, { yes = false, reason }: Options) => {
      if (!yes) await confirmTyped(client.runner.terminal, id)
      return describeErasure(await eraseClient(prisma, id, { reason }))
    })
}

interface Options {
  readonly yes?: boolean
  readonly file?: string
  readonly json?: boolean
  readonly reason?: string
}

async function confirmTyped({ ask }: Pick<Terminal, 'ask'>, text: string): Promise<void> {
  if (ask === null)
    throw new GatewayError('missing_parameter', 'Nobody can be asked here. Confirm with --yes.')
  const typed = await ask(`This cannot be undone. Type ${text} to confirm: `)
  if (typed.trim() !== text) throw invalidParameter('Another text was typed. Nothing was done.')
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

function addExport(client: CliCommand): void {
  client
    .add(
      'export <id>',
      'write all stored data of a client as NDJSON, without private notes and credentials',
      'client export user_01M7… --file ada-hale.ndjson',
    )
    .option('--file <path>', 'a file that does not exist yet, with mode 0600; default: stdout')
    .option('--reason <text>', 'why, for the audit history', optionParser(parseReason))
    .onSchema(async ({ pool, prisma }, id: string, options: Options) => {
      const { file, json, reason } = options
      if (json && file === undefined)
        throw invalidParameter('--json needs --file: the export is NDJSON.')
      const run: Export = async (writeLine) => {
        await recordExport(prisma, id, { reason })
        return exportClient(pool, id, writeLine)
      }
      if (file !== undefined) return exportTo(file, run)
      await run((line) => client.runner.terminal.write(line, 'the export is incomplete'))
      return { json: {}, lines: [] }
    })
}

type Export = (writeLine: (line: string) => Promise<void>) => Promise<Record<string, number>>

async function exportTo(file: string, run: Export): Promise<CommandResult> {
  const rows = await createPrivateFile(file, async (stream) => {
    // The write that fails rejects. Without a listener, the error would end the process too.
    stream.on('error', () => {})
    const counts = await run((line) => writeTo(stream, line))
    stream.end()
    await once(stream, 'close')
    return counts
  })
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return { json: { file, rows }, lines: [`Exported ${total} rows to ${file}.`] }
}
