import { createHash } from 'node:crypto'
import { createWriteStream, openSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeBackup } from '../../../src/database/backup/backup.ts'
import { FIRST_LINE, type Frame } from '../../../src/database/backup/format.ts'
import { frame, readFrames } from '../../../src/database/backup/frames.ts'
import { restoreBackup } from '../../../src/database/backup/restore.ts'
import { listTables } from '../../../src/database/backup/tables.ts'
import { MIGRATION_LOCK, migrate, pendingMigrations } from '../../../src/database/migrate.ts'
import { findMigrationsDir, listMigrations } from '../../../src/database/migrations.ts'
import { testDatabase } from '../../support/database.ts'
import { clientWith } from '../../support/portfolio.ts'
import { emptyDatabases, newFiles } from './databases.ts'

const database = testDatabase({ isVerified: false })
const newDatabase = emptyDatabases()
const newFile = newFiles()
const ASSETS = Array.from({ length: 200 }, (_, n) => ({
  type: 'asset',
  ref: `a${n}`,
  title: `Asset ${n}`,
  category: 'watches',
}))
let file = ''
let saved: Awaited<ReturnType<typeof writeBackup>>

beforeAll(async () => {
  await clientWith(database, ASSETS)
  ;[file, saved] = await backUp(database)
})

async function backUp({ pool }: Pick<typeof database, 'pool'>) {
  const target = newFile()
  const report = await writeBackup(pool, createWriteStream(target))
  return [target, report] as const
}

async function tablesOf({ pool }: Pick<typeof database, 'pool'>): Promise<string[]> {
  return (await listTables(pool)).map(({ name }) => name)
}

function fileWith(bytes: Buffer): string {
  const target = newFile()
  writeFileSync(target, bytes)
  return target
}

/** The file with other frames, and a SHA-256 that is right. */
async function forge(change: (frames: Frame[]) => Frame[]): Promise<string> {
  const bytes = readFileSync(file)
  const frames: Frame[] = []
  const source = [gunzipSync(bytes.subarray(FIRST_LINE.length, -32))]
  for await (const one of readFrames(from(source))) frames.push(one)
  const changed = change(frames).map(({ type, contents }) => frame(type as 'H', contents))
  const body = Buffer.concat([FIRST_LINE, gzipSync(Buffer.concat(changed))])
  return fileWith(Buffer.concat([body, createHash('sha256').update(body).digest()]))
}

async function* from(chunks: readonly Buffer[]) {
  yield* chunks
}

const DAMAGED = /^The backup is damaged or incomplete\./

describe('a backup', () => {
  test('is of one instant, whatever is written meanwhile', async () => {
    const order: string[] = []
    const report = await writeBackup(database.pool, createWriteStream(newFile()), async (name) => {
      order.push(name)
      // On another connection, between two tables.
      if (order.length === 1) await database.pool.query(`UPDATE assets SET title = 'changed'`)
    })
    expect(order.indexOf('assets')).toBeGreaterThan(0)
    expect(report.tables).toEqual(saved.tables)
    expect((await backUp(database))[1].tables).not.toEqual(saved.tables)
    await database.pool.query(`UPDATE assets SET title = 'Asset ' || substr(ref, 2)`)
  })

  test('is not made while a migration runs', async () => {
    const client = await database.pool.connect()
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`)
    const refused = expect(backUp(database)).rejects.toThrow(/^A migration of the database is run/)
    await refused.finally(() => client.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`))
    client.release()
  })

  test('fails on a full disk with the reason, and the database goes on', async () => {
    const full = createWriteStream('', { fd: openSync('/dev/full', 'w') })
    await expect(writeBackup(database.pool, full)).rejects.toThrow('ENOSPC')
    expect((await database.pool.query('SELECT 1')).rowCount).toBe(1)
  })

  test('with a frame that is too long is not read on', async () => {
    let pieces = 0
    async function* long() {
      yield Buffer.from('R\xff\xff\xff\xff', 'latin1')
      for (; pieces < 100; pieces++) yield Buffer.alloc(1000)
    }
    await expect(readFrames(long()).next()).rejects.toThrow(DAMAGED)
    expect(pieces).toBe(0)
  })

  test('is read in whatever pieces it arrives', async () => {
    const pieces = Buffer.concat([frame('H', Buffer.from('a')), frame('R', Buffer.alloc(100_000))])
    const bytewise = Array.from(pieces.subarray(0, 20), (byte) => Buffer.from([byte]))
    const read = []
    for await (const { type, contents } of readFrames(from([...bytewise, pieces.subarray(20)])))
      read.push([type, contents.length])
    expect(read).toEqual([
      ['H', 1],
      ['R', 100_000],
    ])
  })
})

describe('a restore', () => {
  test('gives equal bytes, and sequences that go on', async () => {
    const target = await newDatabase()
    await database.pool.query(`SELECT setval('request_errors_id_seq', 41)`)
    const [fresh] = await backUp(database)
    const report = await restoreBackup(target.pool, fresh)
    expect(report).toMatchObject({
      leftOut: [],
      tables: saved.tables.map(({ name }) => ({ name })),
    })
    const next = await target.pool.query(`SELECT nextval('request_errors_id_seq') AS next`)
    expect(next.rows).toEqual([{ next: '42' }])
    const [, again] = await backUp(target)
    expect(again.tables).toEqual(report.tables)
    expect(await pendingMigrations(target.pool)).toEqual([])
  })

  test('of an older schema keeps its rows as they were, and is migrated afterwards', async () => {
    const [older, target] = [await newDatabase(), await newDatabase()]
    const all = listMigrations(findMigrationsDir())
    await migrate(older.pool, findMigrationsDir(), all.slice(0, 6))
    // In this schema a trigger sets the time of change.
    await older.pool.query(`
      INSERT INTO users (id, name, email) VALUES ('user_1', 'Ada Hale', 'ada@example.com');
      INSERT INTO portfolios (client_id, environment, currency) VALUES ('user_1', 'production', 'USD');
      INSERT INTO assets (client_id, registry_id, id, ref, title, category, created_at, readiness_gaps)
        VALUES ('user_1', 'ORY-PM-1', 'item_1', 'a', 'Gold bar', 'precious_metals', now(), '{}')`)
    const [target1, report] = await backUp(older)
    expect(report.migration).toBe(all[5])
    const { tables } = await restoreBackup(target.pool, target1)
    expect(tables).toEqual(report.tables)
    expect((await backUp(target))[1].tables).toEqual(report.tables)
    const triggers = `SELECT FROM pg_trigger WHERE tgenabled <> 'O'`
    expect((await target.pool.query(triggers)).rowCount).toBe(0)
    await migrate(target.pool)
    expect((await target.pool.query('SELECT FROM assets')).rowCount).toBe(1)
  })

  test('leaves out a table that no migration creates, and says so', async () => {
    const [source, target] = [await newDatabase(), await newDatabase()]
    await restoreBackup(source.pool, file)
    await source.pool.query('CREATE TABLE notes (id bigserial); INSERT INTO notes DEFAULT VALUES')
    const [other] = await backUp(source)
    expect((await restoreBackup(target.pool, other)).leftOut).toEqual(['notes'])
    expect((await backUp(target))[1].tables).toEqual(saved.tables)
  })
})

describe('a restore refuses', () => {
  test('a file that is no backup', async () => {
    const target = await newDatabase()
    for (const bytes of [
      '',
      'orangery',
      'PGDMP and so on, which is long enough',
      'orangery backup 12\n',
    ])
      await expect(restoreBackup(target.pool, fileWith(Buffer.from(bytes)))).rejects.toThrow(
        /^The file is (not a backup of orangery|from a release with another format)\.$/,
      )
    expect(await tablesOf(target)).toEqual([])
  })

  test('a file that was cut anywhere', async () => {
    const target = await newDatabase()
    const bytes = readFileSync(file)
    for (const length of [FIRST_LINE.length, 30, 60, 1000, bytes.length - 32, bytes.length - 1])
      await expect(restoreBackup(target.pool, fileWith(bytes.subarray(0, length)))).rejects.toThrow(
        DAMAGED,
      )
    expect(await tablesOf(target)).toEqual([])
  })

  test('a file with one other bit, or with more at the end', async () => {
    const target = await newDatabase()
    const bytes = readFileSync(file)
    for (let at = FIRST_LINE.length; at < bytes.length; at += 97) {
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at)
      await expect(restoreBackup(target.pool, fileWith(flipped))).rejects.toThrow(DAMAGED)
    }
    const longer = fileWith(Buffer.concat([bytes, Buffer.from('\n')]))
    await expect(restoreBackup(target.pool, longer)).rejects.toThrow(DAMAGED)
    expect(await tablesOf(target)).toEqual([])
  })

  test.each([
    ['a frame of 4 GB', () => [{ type: 'H', contents: Buffer.alloc(0) }]],
    ['a header that is none', () => [{ type: 'H', contents: Buffer.from('{}') }]],
    ['no header', (frames: Frame[]) => frames.slice(1)],
    ['a table too few', (frames: Frame[]) => frames.slice(0, -1)],
    ['a table too many', (frames: Frame[]) => [...frames, ...frames.slice(-1)]],
    ['rows of nobody', (frames: Frame[]) => [...frames, { type: 'R', contents: Buffer.from('x') }]],
    [
      'another count of rows',
      (frames: Frame[]) =>
        frames.map(({ type, contents }) => ({
          type,
          contents: Buffer.from(
            contents.toString('latin1').replace(/"rows":200/, '"rows":9e15'),
            'latin1',
          ),
        })),
    ],
  ])('%s, although the checksum is right', async (name, change) => {
    const target = await newDatabase()
    let forged = await forge(change)
    if (name === 'a frame of 4 GB') {
      const body = Buffer.concat([
        FIRST_LINE,
        gzipSync(Buffer.from('H\xff\xff\xff\xff{}', 'latin1')),
      ])
      forged = fileWith(Buffer.concat([body, createHash('sha256').update(body).digest()]))
    }
    await expect(restoreBackup(target.pool, forged)).rejects.toThrow(DAMAGED)
    for (const table of await tablesOf(target)) {
      const { rowCount } = await target.pool.query(`SELECT FROM ${table}`)
      expect(rowCount === 0 || table === '_prisma_migrations').toBe(true)
    }
    // What is left is an empty schema, into which the backup can be restored.
    expect((await restoreBackup(target.pool, file)).tables).toEqual(saved.tables)
  })

  test.each([
    [
      'of a newer release',
      '"20261121000100_tables"',
      '"29991121000100_tables"',
      /^The backup is from release \S+, whose migration 29991121000100_tables this release does not have\./,
    ],
    [
      'of another schema',
      /"checksum":"\w/,
      '"checksum":"_',
      /whose migration 20261121000100_tables differs/,
    ],
  ])('a backup %s', async (_, from, to, message) => {
    const target = await newDatabase()
    const forged = await forge(([header, ...rest]) => [
      { type: 'H', contents: Buffer.from(String(header?.contents).replace(from, to)) },
      ...rest,
    ])
    await expect(restoreBackup(target.pool, forged)).rejects.toThrow(message)
    expect(await tablesOf(target)).toEqual([])
  })

  test('a database with rows, or with a newer schema than the backup', async () => {
    await expect(restoreBackup(database.pool, file)).rejects.toThrow(/^The database is not empty:/)
    const [older, target] = [await newDatabase(), await newDatabase()]
    const all = listMigrations(findMigrationsDir())
    await migrate(older.pool, findMigrationsDir(), all.slice(0, 6))
    await migrate(target.pool)
    await expect(restoreBackup(target.pool, (await backUp(older))[0])).rejects.toThrow(
      /^The database has the migration \S+, and the backup is older\./,
    )
  })
})
