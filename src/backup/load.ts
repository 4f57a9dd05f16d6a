import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { markRestored, NOTE_UNMARKED } from '../database/mark-restored.ts'
import { inTransaction } from '../database/transaction.ts'
import { stateConflict } from '../errors.ts'
import { damaged, parseTableEnd, type Sequence, type TableEnd } from './format.ts'
import type { OpenBackup } from './read-backup.ts'
import {
  COPY_SETTINGS,
  copyInSql,
  listSequences,
  listTables,
  MIGRATIONS_TABLE,
  qualify,
  requireEmpty,
  type Table,
} from './tables.ts'

export interface Loaded {
  readonly tables: readonly TableEnd[]
  /** Tables of the backup that no migration creates. They were not restored. */
  readonly leftOut: readonly string[]
}

/** Loads the tables of a backup into the empty tables of the same schema, in one transaction. */
export async function loadTables(
  pool: pg.Pool,
  backup: OpenBackup,
  onTable: (name: string) => void,
): Promise<Loaded> {
  return inTransaction(pool, `BEGIN; ${COPY_SETTINGS}`, async (client) => {
    const known = await listTables(client)
    await prepare(client, known)
    const loaded = await copyTables(client, known, backup, onTable)
    await setSequences(client, backup.header.sequences)
    for (const { name } of known) if (AFTERWARDS[name]) await client.query(AFTERWARDS[name])
    // A backup of an earlier release lacks the table.
    await (known.some(({ name }) => name === 'feed_generation')
      ? markRestored(client)
      : client.query(NOTE_UNMARKED))
    await client.query(switchTriggers(known, 'ENABLE'))
    backup.requireWhole()
    // Before the commit: a failure after it would be reported as a restore that has loaded nothing.
    await client.query(known.map(({ name }) => `ANALYZE ${qualify(name)}`).join(';'))
    return loaded
  })
}

// Locks out all other writers until the end. The backup has its own history of migrations, which replaces this one.
async function prepare(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  const names = tables.map(({ name }) => qualify(name)).join(', ')
  await client.query(`LOCK TABLE ${names} IN SHARE ROW EXCLUSIVE MODE`)
  await requireEmpty(client)
  await client.query(`DELETE FROM ${qualify(MIGRATIONS_TABLE)}`)
  await client.query(switchTriggers(tables, 'DISABLE'))
}

// The triggers of an older schema would change the loaded rows. Foreign keys are still checked.
function switchTriggers(tables: readonly Table[], state: 'ENABLE' | 'DISABLE'): string {
  return tables
    .filter(({ hasTriggers }) => hasTriggers)
    .map(({ name }) => `ALTER TABLE ${qualify(name)} ${state} TRIGGER USER`)
    .join(';')
}

async function copyTables(
  client: pg.ClientBase,
  known: readonly Table[],
  { header, frames }: OpenBackup,
  onTable: (name: string) => void,
): Promise<Loaded> {
  requireSameTables(known, header.tables)
  const tables: TableEnd[] = []
  const leftOut: string[] = []
  for (const table of header.tables) {
    onTable(table.name)
    const found: { end?: TableEnd } = {}
    const rows = rowsOf(frames, table.name, found)
    if (known.some(({ name }) => name === table.name)) {
      const copy = client.query(copyFrom(copyInSql(table)))
      await pipeline(rows, copy)
      if (found.end?.rows !== copy.rowCount) throw damaged()
      tables.push(found.end)
    } else {
      for await (const _ of rows);
      leftOut.push(table.name)
    }
  }
  if (!(await frames.next()).done) throw damaged()
  return { tables, leftOut }
}

// The gateway may have sent the mails after the backup was written. A session that was ended, and an invitation that
// was used, withdrawn or replaced, is a deleted row: nobody can tell which of these were valid to the end.
const AFTERWARDS: Readonly<Record<string, string>> = {
  mails: "UPDATE public.mails SET state = 'dropped', next_try_at = NULL WHERE state = 'waiting'",
  sessions: 'DELETE FROM public.sessions',
  invitations: 'DELETE FROM public.invitations',
  member_invitations: 'DELETE FROM public.member_invitations',
}

// The rows of one table: the frames until its end, which is checked.
async function* rowsOf(
  frames: OpenBackup['frames'],
  table: string,
  found: { end?: TableEnd },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for (;;) {
    const next = await frames.next()
    if (next.done) throw damaged()
    if (next.value.type !== 'R') {
      const end = parseTableEnd(next.value)
      if (end.name !== table || end.sha256 !== hash.digest('hex')) throw damaged()
      found.end = end
      return
    }
    hash.update(next.value.contents)
    yield next.value.contents
  }
}

function requireSameTables(
  known: readonly Table[],
  stored: readonly Pick<Table, 'name' | 'columns'>[],
): void {
  for (const { name, columns } of known) {
    const found = stored.find((table) => table.name === name)?.columns
    const isSame = found && [...found].sort().join() === [...columns].sort().join()
    if (isSame) continue
    const problem = found ? `has other columns of ${name} than` : `lacks the table ${name} of`
    throw stateConflict(`The backup ${problem} the database.`)
  }
}

async function setSequences(client: pg.ClientBase, sequences: readonly Sequence[]): Promise<void> {
  const known = await listSequences(client)
  for (const { name, lastValue, isCalled } of sequences) {
    if (known.includes(name))
      await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [
        qualify(name),
        lastValue,
        isCalled,
      ])
  }
}
