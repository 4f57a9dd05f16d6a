import { createWriteStream, openSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeBackup } from '../../../src/backup/backup.ts'
import { frame, readFrames } from '../../../src/backup/format.ts'
import { restoreBackup } from '../../../src/backup/restore.ts'
import {
  findMigrationsDir,
  listMigrations,
  MIGRATION_LOCK,
  migrate,
  pendingMigrations,
} from '../../../src/database/migrate.ts'
import { backedUpDatabase, piecewise } from './backup.fixtures.ts'
import { emptyDatabases } from './databases.ts'

const backed = backedUpDatabase()
const { backUp, database, newFile } = backed
const newDatabase = emptyDatabases()

test('a backup is of one instant, whatever is written meanwhile', async () => {
  const order: string[] = []
  const report = await writeBackup(database.pool, createWriteStream(newFile()), async (name) => {
    order.push(name)
    // On another connection, between two tables.
    if (order.length === 1) await database.pool.query(`UPDATE assets SET title = 'changed'`)
  })
  expect(order.indexOf('assets')).toBeGreaterThan(0)
  expect(report.tables).toEqual(backed.saved().tables)
  expect((await backUp(database))[1].tables).not.toEqual(backed.saved().tables)
  await database.pool.query(`UPDATE assets SET title = 'Asset ' || substr(ref, 2)`)
})

test('a backup is not made while a migration runs', async () => {
  const client = await database.pool.connect()
  await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`)
  const refused = expect(backUp(database)).rejects.toThrow(/^A migration of the database is run/)
  await refused.finally(() => client.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`))
  client.release()
})

test('a backup fails on a full disk with the reason, and the database goes on', async () => {
  const full = createWriteStream('', { fd: openSync('/dev/full', 'w') })
  await expect(writeBackup(database.pool, full)).rejects.toThrow('ENOSPC')
  expect((await database.pool.query('SELECT 1')).rowCount).toBe(1)
})

test('a backup is read in whatever pieces it arrives', async () => {
  const pieces = Buffer.concat([frame('H', Buffer.from('a')), frame('R', Buffer.alloc(100_000))])
  const bytewise = Array.from(pieces.subarray(0, 20), (byte) => Buffer.from([byte]))
  const read = []
  for await (const { type, contents } of readFrames(piecewise([...bytewise, pieces.subarray(20)])))
    read.push([type, contents.length])
  expect(read).toEqual([
    ['H', 1],
    ['R', 100_000],
  ])
})

test('a restore drops the mails that waited: they may have been sent since', async () => {
  const target = await newDatabase()
  const mail = { kind: 'notice', email: 'ada@example.com', about: {} } as const
  const waiting = { ...mail, id: 'mail_1', nextTryAt: new Date() }
  const sent = { ...mail, id: 'mail_2', state: 'sent', sentAt: new Date() } as const
  await database.prisma.mail.createMany({ data: [waiting, sent] })
  await restoreBackup(target.pool, (await backUp(database))[0])
  await database.prisma.mail.deleteMany()
  const { rows } = await target.pool.query('SELECT id, state FROM mails ORDER BY id')
  expect(rows.map(({ id, state }) => [id, state])).toEqual([
    ['mail_1', 'dropped'],
    ['mail_2', 'sent'],
  ])
})

const rowsOf = async ({ pool }: Pick<typeof database, 'pool'>, name: string) =>
  (await pool.query(`SELECT FROM ${name}`)).rowCount

test('a restore ends each credential whose end deletes it, as the statements for other tools do', async () => {
  const target = await newDatabase()
  await database.pool.query(`INSERT INTO firms (id, name) VALUES ('firm_1', 'Hale Estates');
    INSERT INTO sessions (id, user_id, cookie_token, expires_at) SELECT '1', id, '1', now() FROM users;
    INSERT INTO invitations (user_id, token_hash, expires_at) SELECT id, '1', now() FROM users;
    INSERT INTO member_invitations (id, firm_id, email, name, role, token_hash, invited_by, expires_at)
      SELECT '1', 'firm_1', 'ada@example.com', 'Ada', 'admin', '1', id, now() FROM users`)
  await restoreBackup(target.pool, (await backUp(database))[0])
  const { rows } =
    await database.pool.query(`SELECT table_name AS name FROM information_schema.columns
    WHERE column_name IN ('token_hash', 'cookie_token')`)
  const names: string[] = rows.map(({ name }) => name)
  for (const name of names)
    expect([name, await rowsOf(database, name), await rowsOf(target, name)]).toEqual([name, 1, 0])
  const page = readFileSync('docs/operations/data.md', 'utf8')
  await database.pool.query(/DELETE FROM sessions;[^`]*/.exec(page)?.[0] ?? '')
  for (const name of names) expect([name, await rowsOf(database, name)]).toEqual([name, 0])
})

test('a restore gives equal bytes, and sequences that go on', async () => {
  const target = await newDatabase()
  await database.pool.query(`SELECT setval('request_errors_id_seq', 41)`)
  const [fresh] = await backUp(database)
  const report = await restoreBackup(target.pool, fresh)
  expect(report).toMatchObject({
    leftOut: [],
    tables: backed.saved().tables.map(({ name }) => ({ name })),
  })
  const next = await target.pool.query(`SELECT nextval('request_errors_id_seq') AS next`)
  expect(next.rows).toEqual([{ next: '42' }])
  const [, again] = await backUp(target)
  expect(unchanged(again.tables)).toEqual(unchanged(report.tables))
  expect(await pendingMigrations(target.pool)).toEqual([])
})

test('a restore of an older schema keeps its rows as they were, and is migrated afterwards', async () => {
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

test('a restore leaves out a table that no migration creates, and says so', async () => {
  const [source, target] = [await newDatabase(), await newDatabase()]
  await restoreBackup(source.pool, backed.file())
  await source.pool.query('CREATE TABLE notes (id bigserial); INSERT INTO notes DEFAULT VALUES')
  const [other] = await backUp(source)
  expect((await restoreBackup(target.pool, other)).leftOut).toEqual(['notes'])
  const { tables } = (await backUp(target))[1]
  expect(unchanged(tables)).toEqual(unchanged(backed.saved().tables))
})

// A restore writes its own instant to the portfolios, and begins the change feeds anew.
function unchanged<Of extends { name: string }>(tables: readonly Of[]): Of[] {
  return tables.filter(({ name }) => !['portfolios', 'feed_generation'].includes(name))
}
