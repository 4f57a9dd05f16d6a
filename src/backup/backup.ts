import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { MIGRATION_LOCK, readApplied, requireKnownSchema } from '../database/migrate.ts'
import { inTransaction } from '../database/transaction.ts'
import { stateConflict } from '../errors.ts'
import { RELEASE } from '../release.ts'
import { type Header, jsonFrame, rowFrames, type Sequence, seal, type TableEnd } from './format.ts'
import {
  COPY_SETTINGS,
  copyOutSql,
  listSequences,
  listTables,
  qualify,
  type Table,
} from './tables.ts'

export interface BackupReport extends Pick<Header, 'release' | 'createdAt'> {
  readonly migration: string
  readonly tables: readonly TableEnd[]
}

/**
 * Writes a backup of the database at one instant. Writers do not wait for it; migrations do. Throws `state_conflict` if
 * the database is empty or of a later release, if the role cannot read all of it, or while a migration runs. Waits for
 * `onTable` after each table. Memory stays bounded.
 */
export async function writeBackup(
  pool: pg.Pool,
  destination: Writable,
  onTable: (name: string) => unknown = () => {},
): Promise<BackupReport> {
  const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${COPY_SETTINGS}`
  return inTransaction(pool, begin, async (client) => {
    await keepMigrationsOut(client)
    const sources = await listTables(client)
    const header = await describe(client, sources)
    const tables: TableEnd[] = []
    const frames = framesOf(client, header, sources, async (end) => {
      tables.push(end)
      await onTable(end.name)
    })
    await pipeline(frames, createGzip(), seal, destination)
    const { release, createdAt, migrations } = header
    return { release, createdAt, migration: migrations.at(-1)?.name ?? '', tables }
  })
}

async function describe(client: pg.ClientBase, tables: readonly Table[]): Promise<Header> {
  const migrations = tables.length > 0 ? await readApplied(client) : []
  if (migrations.length === 0)
    throw stateConflict('The database is empty: there is nothing to back up.')
  await requireKnownSchema(client)
  requireReadable(tables)
  return {
    release: RELEASE,
    createdAt: new Date().toISOString(),
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences: await readSequences(client),
  }
}

// Does not wait for the lock. The snapshot was taken before, so after a wait it would show the schema from before
// the migration.
async function keepMigrationsOut(client: pg.ClientBase): Promise<void> {
  const lock = `SELECT pg_try_advisory_xact_lock_shared(${MIGRATION_LOCK}) AS "isLocked"`
  const { rows } = await client.query<{ isLocked: boolean }>(lock)
  if (rows[0]?.isLocked) return
  throw stateConflict('A migration of the database is running. Back up when it is done.')
}

function requireReadable(tables: readonly Table[]): void {
  const hidden = tables.filter(({ isReadable }) => !isReadable).map(({ name }) => name)
  if (hidden.length === 0) return
  throw stateConflict(
    `The database role cannot read all of: ${hidden.join(', ')}. Set DATABASE_OWNER_URL to the address of the database's owner.`,
  )
}

// A snapshot does not contain sequences. They are read after the snapshot, so they are past every number in its rows.
async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const sequences: Sequence[] = []
  for (const name of await listSequences(client)) {
    const state = `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${qualify(name)}`
    const { rows } = await client.query<Omit<Sequence, 'name'>>(state)
    sequences.push(...rows.map((row) => ({ name, ...row })))
  }
  return sequences
}

async function* framesOf(
  client: pg.ClientBase,
  header: Header,
  tables: readonly Table[],
  onEnd: (end: TableEnd) => Promise<void>,
): AsyncGenerator<Buffer> {
  yield jsonFrame('H', header)
  for (const table of tables) {
    const hash = createHash('sha256')
    const copy = client.query(copyTo(copyOutSql(table)))
    for await (const bytes of copy) {
      hash.update(bytes)
      yield* rowFrames(bytes)
    }
    // The stream ends after the last row. The server sends the row count afterwards, perhaps in another packet.
    await client.query('SELECT')
    const end = { name: table.name, rows: copy.rowCount, sha256: hash.digest('hex') }
    yield jsonFrame('T', end)
    await onEnd(end)
  }
}
