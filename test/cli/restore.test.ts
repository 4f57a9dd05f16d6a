import { createWriteStream } from 'node:fs'
import { beforeAll, expect, inject, test } from 'vitest'
import { writeBackup } from '../../src/backup/backup.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { areUnmarked } from '../../src/database/mark-restored.ts'
import { findMigrationsDir, listMigrations, migrate } from '../../src/database/migrate.ts'
import type { ServingDatabase } from '../../src/database/open.ts'
import { prepareServing } from '../../src/database/prepare.ts'
import { type EmptyDatabase, emptyDatabases, newFiles } from '../database/backup/databases.ts'
import { testDatabase } from '../support/database.ts'
import { addressAt } from './address.ts'
import { orangery } from './orangery.ts'

const newDatabase = emptyDatabases()
const newFile = newFiles()
const database = testDatabase({ isVerified: false })
const MARKED = 'SELECT client_id FROM portfolios WHERE full_before > $1'
let start: Date
// A backup of a schema in which portfolios have no column for the instant of a restore.
let older: string

beforeAll(async () => {
  const { pool } = await newDatabase()
  await migrate(pool, findMigrationsDir(), listMigrations(findMigrationsDir()).slice(0, 6))
  await pool.query(`
    INSERT INTO users (id, name, email) VALUES ('user_1', 'Ada Hale', 'ada@example.com');
    INSERT INTO portfolios (client_id, environment, currency) VALUES ('user_1', 'production', 'USD')`)
  older = newFile()
  await writeBackup(pool, createWriteStream(older))
  const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  start = rows[0]?.now ?? new Date(Number.NaN)
})

const addressOf = ({ name }: EmptyDatabase) => ({ DATABASE_URL: addressAt(inject('server'), name) })

async function expectMarked({ pool }: Pick<EmptyDatabase, 'pool'>) {
  expect((await pool.query(MARKED, [start])).rows).toEqual([{ client_id: 'user_1' }])
  expect(await areUnmarked(pool)).toBe(false)
}

test('a restore of an older backup marks the portfolios after the migrations', async () => {
  const target = await newDatabase()
  const { code, err } = await orangery(['restore', older], addressOf(target))
  expect({ code, err }).toEqual({ code: 0, err: '' })
  await expectMarked(target)
})

test('a restore of an older backup whose migrations fail says that the rows are loaded, and migrate finishes it', async () => {
  const target = await newDatabase()
  // A later migration creates a table of this name.
  await target.pool.query('CREATE VIEW mails AS SELECT 1 AS one')
  const { code, err } = await orangery(['restore', older], addressOf(target))
  expect(code).toBe(1)
  expect(err).toMatch(
    /^error: All rows are loaded\. Run: orangery migrate, which finishes the restore\. What failed: [^\n]*mails/,
  )
  await target.pool.query('DROP VIEW mails')
  const migrated = await orangery(['migrate'], addressOf(target))
  expect({ code: migrated.code, err: migrated.err }).toEqual({ code: 0, err: '' })
  await expectMarked(target)
})

test('a restore of an older backup that ends between the migrations and the mark is finished by migrate', async () => {
  const target = await newDatabase()
  await restoreBackup(target.pool, older)
  await migrate(target.pool)
  expect(await areUnmarked(target.pool)).toBe(true)
  expect((await orangery(['migrate'], addressOf(target))).out).toBe('Nothing to apply.\n')
  await expectMarked(target)
})

test('a restore of an older backup whose tables cannot be analyzed loads nothing, and can be repeated', async () => {
  const target = await newDatabase()
  const names = listMigrations(findMigrationsDir()).slice(0, 6)
  await migrate(target.pool, findMigrationsDir(), names)
  await target.pool.query(
    'CREATE STATISTICS broken ON (1 / (length(name) - length(name))), email FROM users',
  )
  await expect(restoreBackup(target.pool, older)).rejects.toThrow('division by zero')
  expect((await target.pool.query('SELECT FROM users')).rowCount).toBe(0)
  await target.pool.query('DROP STATISTICS broken')
  expect((await orangery(['restore', older], addressOf(target))).code).toBe(0)
})

const { pool, serving } = database
const servingAs = (owner: Pick<ServingDatabase, 'pool'>): ServingDatabase => ({
  ...serving,
  requestTimeoutMs: 10_000,
  runtime: '',
  asOwner: (work) => work({ ...database, ...owner }),
})
const leave = () =>
  pool.query(`COMMENT ON TABLE portfolios IS 'A restore has not marked the portfolios yet.'`)

test('a start on a database whose portfolios are not marked marks them as the owner', async () => {
  await leave()
  await prepareServing(servingAs(database))
  expect(await areUnmarked(pool)).toBe(false)
})

test('a start on a database whose portfolios are not marked is refused with the runtime role alone', async () => {
  await leave()
  await expect(prepareServing(servingAs(serving))).rejects.toThrow(
    /schema is not up to date.*orangery migrate/,
  )
})
