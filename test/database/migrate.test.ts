import * as fs from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Database } from '../../src/database/client.ts'
import {
  findMigrationsDir,
  listMigrations,
  migrate,
  pendingMigrations,
} from '../../src/database/migrate.ts'
import { setServer } from '../../src/database/statement.ts'
import { openPasswords } from '../../src/embedded-postgres/passwords.ts'
import { type EmbeddedServer, startEmbedded } from '../../src/embedded-postgres/server.ts'
import { newDataDir, removeFolders } from './data-folder.ts'
import { folderOf } from './migration-folder.ts'

let server: EmbeddedServer
let database: Database
const all = listMigrations(findMigrationsDir())

beforeAll(async () => {
  server = await startEmbedded(newDataDir())
  database = connect(server.connection, { onError: () => {} })
})

afterAll(async () => {
  await database.close()
  await server.release()
  await removeFolders()
})

beforeEach(async () => {
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
})

test('migrate applies them once in concurrent calls, and leaves no lock', async () => {
  const starts = await Promise.all([1, 2, 3].map(() => migrate(database.pool)))
  expect(starts.flat().sort()).toEqual(all)
  const { rows } = await database.pool.query(
    `SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1`,
  )
  expect(rows.map((row) => row.name)).toEqual(all)
  const locks = await database.pool.query(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock'`,
  )
  expect(locks.rows).toEqual([])
})

test('migrate rolls a failed migration back and tries it again', async () => {
  const failing = 'CREATE TABLE half (id int); SELECT 1 / 0;'
  const dir = folderOf({ '1_first': 'CREATE TABLE first (id int);', '2_second': failing })
  const error = 'The migration 2_second failed: division by zero'
  await expect(migrate(database.pool, dir)).rejects.toThrow(error)
  expect(await pendingMigrations(database.pool, dir)).toEqual(['2_second'])
  const made = await database.pool.query(`SELECT to_regclass('half') AS half`)
  expect(made.rows).toEqual([{ half: null }])
  fs.writeFileSync(join(dir, '2_second', 'migration.sql'), 'CREATE TABLE half (id int);')
  expect(await migrate(database.pool, dir)).toEqual(['2_second'])
})

test('migrate has applied what PostgreSQL commits after its client has gone away', async () => {
  const dir = folderOf({ '1_slow': 'SELECT pg_sleep(1); CREATE TABLE slow (id int);' })
  const sockets: Socket[] = []
  const other = connect(server.connection, { onError: () => {} })
  const stream = () => sockets[sockets.push(new Socket()) - 1]
  Object.assign(other.pool.options, { stream })
  const running = migrate(other.pool, dir)
  const isRunning = `SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(1)%' AND state = 'active'`
  await expect.poll(async () => (await database.pool.query(isRunning)).rowCount).toBe(1)
  for (const socket of sockets) socket.destroy()
  await expect(running).rejects.toThrow()
  expect(await migrate(database.pool, dir)).toEqual([])
  expect((await database.pool.query(`SELECT to_regclass('slow') AS slow`)).rows).toEqual([
    { slow: 'slow' },
  ])
  await other.close()
})

test('migrate is refused for a schema of another program', async () => {
  await database.pool.query('CREATE TABLE theirs (id int)')
  await expect(migrate(database.pool)).rejects.toMatchObject({
    code: 'state_conflict',
    message: expect.stringContaining('such as theirs'),
  })
})

test('migrate is refused through a pooler, with the setting that names the server itself', async () => {
  await database.pool.query('SELECT 1')
  setServer(database.pool, { isDirect: false, isCluster: false })
  await expect(migrate(database.pool)).rejects.toMatchObject({
    code: 'state_conflict',
    message: expect.stringContaining('Set DATABASE_OWNER_URL'),
  })
  setServer(database.pool, { isDirect: true, isCluster: false })
  expect(await pendingMigrations(database.pool)).toEqual(all)
})

describe('migrate on a database with Citus', () => {
  let cluster: Database

  // Citus is not installed here. The row of the extension is all that the scripts depend on.
  beforeAll(async () => {
    await database.pool.query('CREATE DATABASE cluster')
    const { postgres: password } = openPasswords(server.location.dataDir)
    const connection = { ...server.connection, database: 'cluster' }
    const superuser = new pg.Client({ ...connection, user: 'postgres', password })
    await superuser.connect()
    await superuser
      .query(`SET allow_system_table_mods = on;
        INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
        SELECT 99999, 'citus', extowner, extnamespace, false, '0' FROM pg_extension WHERE extname = 'plpgsql'`)
      .finally(() => superuser.end())
    cluster = connect(connection, { onError: () => {} })
  })
  afterAll(() => cluster.close())

  test('applies every migration as a block of PL/pgSQL, which runs its statements one by one', async () => {
    expect(await migrate(cluster.pool)).toEqual(all)
  })

  test('rolls a block back as a whole if it fails', async () => {
    const script = 'CREATE TABLE half (id int); PERFORM 1; SELECT 1 / 0;'
    const dir = folderOf({ '3_block': script })
    await expect(migrate(cluster.pool, dir)).rejects.toThrow('division by zero')
    const made = await cluster.pool.query(`SELECT to_regclass('half') AS half`)
    expect(made.rows).toEqual([{ half: null }])
  })
})
