import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { FIRST_LINE, type Frame } from '../../../src/backup/format.ts'
import { createPrivateFile } from '../../../src/backup/new-file.ts'
import { restoreBackup } from '../../../src/backup/restore.ts'
import { findMigrationsDir, listMigrations, migrate } from '../../../src/database/migrate.ts'
import { testTable } from '../../support/test-table.ts'
import { backedUpDatabase, DAMAGED, tablesOf } from './backup.fixtures.ts'
import { emptyDatabases } from './databases.ts'

const backed = backedUpDatabase()
const { backUp, database, fileWith, forge } = backed
const newDatabase = emptyDatabases()

test('a restore refuses a file that is no backup', async () => {
  const target = await newDatabase()
  for (const bytes of [
    ...['', 'orangery', 'PGDMP and so on, which is long enough', 'orangery backup 12\n'],
  ])
    await expect(restoreBackup(target.pool, fileWith(Buffer.from(bytes)))).rejects.toThrow(
      /^The file is (not a backup of orangery|from a release with another format)\.$/,
    )
  expect(await tablesOf(target)).toEqual([])
})

test('a restore refuses a file that was cut anywhere', async () => {
  const target = await newDatabase()
  const bytes = readFileSync(backed.file())
  for (const length of [FIRST_LINE.length, 30, 60, 1000, bytes.length - 32, bytes.length - 1])
    await expect(restoreBackup(target.pool, fileWith(bytes.subarray(0, length)))).rejects.toThrow(
      DAMAGED,
    )
  expect(await tablesOf(target)).toEqual([])
})

test('a restore refuses a file with one other bit, or with more at the end', async () => {
  const target = await newDatabase()
  const bytes = readFileSync(backed.file())
  for (let at = FIRST_LINE.length; at < bytes.length; at += 97) {
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at)
    await expect(restoreBackup(target.pool, fileWith(flipped))).rejects.toThrow(DAMAGED)
  }
  const longer = fileWith(Buffer.concat([bytes, Buffer.from('\n')]))
  await expect(restoreBackup(target.pool, longer)).rejects.toThrow(DAMAGED)
  expect(await tablesOf(target)).toEqual([])
})

testTable([
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
])('a restore refuses a bad member, although the checksum is right', async (name, change) => {
  const target = await newDatabase()
  let forged = await forge(change)
  if (name === 'a frame of 4 GB') {
    const body = Buffer.concat([FIRST_LINE, gzipSync(Buffer.from('H\xff\xff\xff\xff{}', 'latin1'))])
    forged = fileWith(Buffer.concat([body, createHash('sha256').update(body).digest()]))
  }
  await expect(restoreBackup(target.pool, forged)).rejects.toThrow(DAMAGED)
  for (const table of await tablesOf(target)) {
    const { rowCount } = await target.pool.query(`SELECT FROM ${table}`)
    expect(rowCount === 0 || table === '_prisma_migrations').toBe(true)
  }
  // An empty schema is left, into which the backup can be restored.
  expect((await restoreBackup(target.pool, backed.file())).tables).toEqual(backed.saved().tables)
})

testTable([
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
])('a restore refuses a backup of another release', async (_, from, to, message) => {
  const target = await newDatabase()
  const forged = await forge(([header, ...rest]) => [
    { type: 'H', contents: Buffer.from(String(header?.contents).replace(from, to)) },
    ...rest,
  ])
  await expect(restoreBackup(target.pool, forged)).rejects.toThrow(message)
  expect(await tablesOf(target)).toEqual([])
})

test('a restore refuses a database with rows, or with a newer schema than the backup', async () => {
  await expect(restoreBackup(database.pool, backed.file())).rejects.toThrow(
    /^The database is not empty:/,
  )
  const [older, target] = [await newDatabase(), await newDatabase()]
  const all = listMigrations(findMigrationsDir())
  await migrate(older.pool, findMigrationsDir(), all.slice(0, 6))
  await migrate(target.pool)
  await expect(restoreBackup(target.pool, (await backUp(older))[0])).rejects.toThrow(
    /^The database has the migration \S+, and the backup is older\./,
  )
})

test('a file that appears meanwhile is not replaced', async () => {
  const file = backed.newFile()
  const creating = createPrivateFile(file, async (stream) => {
    writeFileSync(file, 'mine')
    await finished(stream.end('backup'))
  })
  await expect(creating).rejects.toThrow('exists already')
  expect(readFileSync(file, 'utf8')).toBe('mine')
})
