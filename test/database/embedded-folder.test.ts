import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findEngine, prepareEngine } from '../../src/embedded-postgres/engine.ts'
import { startEmbedded } from '../../src/embedded-postgres/server.ts'
import { newCluster, newDataDir, newFolder, removeFolders, removeLater } from './data-folder.ts'
import { buildHolder, query, spawnHolder } from './processes.ts'

afterEach(removeFolders)

const isRoot = process.getuid?.() === 0
const nobody = isRoot ? { uid: 65534, gid: 65534 } : undefined

test('the data folder is private, durable and in UTF-8, and its server opens no network port', async () => {
  const dataDir = newDataDir()
  const server = await startEmbedded(dataDir)
  const shown = await query(
    server,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
      current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS tcp,
      current_setting('server_encoding') AS encoding, current_setting('is_superuser') AS superuser,
      (SELECT concat(datlocprovider, datlocale) FROM pg_database WHERE datname = current_database()) AS locale`,
  )
  await server.release()
  const durable = { fsync: 'on', commit: 'on', checksums: 'on' }
  const text = { encoding: 'UTF8', locale: 'bC.UTF-8' }
  expect(shown).toEqual([{ ...durable, ...text, tcp: '', superuser: 'off' }])
  expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(fs.readFileSync(join(dataDir, 'pg_hba.conf'), 'utf8')).not.toMatch(/^host.*trust/m)
})

test('the data folder has no statement and no parameter in the log, not even in errors', async () => {
  const dataDir = await newCluster()
  const server = await startEmbedded(dataDir)
  await query(server, 'CREATE TABLE seen (name text PRIMARY KEY)')
  const run = (sql: string) => query(server, sql, ['private-canary'])
  await run('INSERT INTO seen VALUES ($1)')
  await expect(run('INSERT INTO seen VALUES ($1)')).rejects.toThrow('duplicate key')
  await expect(run('SELECT $1::int')).rejects.toThrow('invalid input')
  await server.release()
  const log = fs.readFileSync(`${dataDir}.log`, 'utf8')
  expect(log).toContain('database system is ready')
  expect(log).not.toContain('private-canary')
})

test('the data folder can have a path that is too long for a socket', async () => {
  const dataDir = join(newFolder(), 'deep-'.repeat(12), 'deeper-'.repeat(12), 'data')
  const server = await startEmbedded(dataDir)
  const { socketDir } = server.location
  removeLater(socketDir)
  expect(server.location.dataDir).toBe(dataDir)
  expect(fs.statSync(socketDir).mode & 0o777).toBe(0o700)
  expect(Buffer.byteLength(join(socketDir, '.s.PGSQL.5432'))).toBeLessThan(104)
  const other = await startEmbedded(dataDir)
  expect(other.adopted).toBe(true)
  await other.release()
  await server.release()

  // Another user's folder with the same name is neither used nor changed.
  fs.rmSync(socketDir, { recursive: true })
  fs.symlinkSync(newFolder(), socketDir)
  await expect(startEmbedded(dataDir)).rejects.toThrow(`${socketDir} is not a private folder`)
})

test('the data folder is created again if its creation was interrupted by a kill', async () => {
  const dataDir = newDataDir()
  buildHolder()
  const interrupted = spawnHolder(dataDir)
  const isBegun = (name: string) => fs.existsSync(join(dirname(dataDir), name, 'PG_VERSION'))
  const begun = () => fs.readdirSync(dirname(dataDir)).some(isBegun)
  await expect.poll(begun, { interval: 10 }).toBe(true)
  interrupted.kill('SIGKILL')
  const drafts = () => fs.readdirSync(dirname(dataDir)).filter((name) => name.includes('.new-'))
  expect(drafts()).toHaveLength(1)
  // Files and folders that only look similar stay.
  const kept = ['data.new-file99', 'data.new-mine', 'other.new-abcdef']
  fs.writeFileSync(`${dataDir}.new-file99`, '')
  for (const name of kept.slice(1)) fs.mkdirSync(join(dirname(dataDir), name))
  const server = await startEmbedded(dataDir)
  expect(server.adopted).toBe(false)
  expect(drafts().sort()).toEqual(kept)
  await server.release()
})

test.each([
  ['of another major version', 'PG_VERSION', '17\n', 'was created by PostgreSQL 17, not 18'],
  ['with other files in it', 'notes.txt', 'some text', 'neither empty nor a PostgreSQL'],
])('the data folder %s is rejected and not changed', async (_, name, content, message) => {
  const dataDir = newDataDir()
  fs.mkdirSync(dataDir)
  fs.writeFileSync(join(dataDir, name), content)
  await expect(startEmbedded(dataDir)).rejects.toThrow(message)
  expect(fs.readdirSync(dataDir)).toEqual([name])
  expect(fs.readdirSync(dirname(dataDir))).toEqual(['data'])
})

describe.skipIf(!isRoot)('as root, which PostgreSQL does not run as', () => {
  test('a folder that its account cannot reach becomes a link to one that it can reach', async () => {
    const dataDir = join(newFolder(0o700), 'data')
    const server = await startEmbedded(dataDir)
    removeLater(server.location.dataDir)
    removeLater(`${server.location.dataDir}.log`)
    expect(server.location.dataDir).toMatch(/^\/var\/lib\/orangery\/data-/)
    expect(fs.readlinkSync(dataDir)).toBe(server.location.dataDir)
    expect(server.location.reason).toContain(server.location.dataDir)
    await server.release()
    const again = await startEmbedded(dataDir)
    expect(again.location).toEqual(server.location)
    await again.release()
  })

  test('binaries that its account cannot reach, as after a umask of 077, are copied once', () => {
    const hidden = newFolder(0o700)
    const copies = newFolder()
    const engine = findEngine()
    fs.cpSync(engine.folder, hidden, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'go=', hidden])
    const bin = prepareEngine({ ...engine, folder: hidden }, copies, nobody)
    expect(bin).toBe(join(copies, `postgres-${engine.version}`, 'native', 'bin'))
    const made = fs.statSync(join(bin, 'postgres')).ino
    prepareEngine({ ...engine, folder: hidden }, copies, nobody)
    expect(fs.statSync(join(bin, 'postgres')).ino).toBe(made)
    expect(fs.readdirSync(copies)).toHaveLength(1)
  })
})

test('the engine is completed if an installation created no links and no executable files', () => {
  const folder = newFolder(0o755)
  const engine = findEngine()
  fs.cpSync(engine.folder, folder, { recursive: true, verbatimSymlinks: true })
  const lib = join(folder, 'native/lib')
  for (const name of fs.readdirSync(lib)) {
    if (fs.lstatSync(join(lib, name)).isSymbolicLink()) fs.rmSync(join(lib, name))
  }
  for (const name of ['initdb', 'postgres']) fs.chmodSync(join(folder, 'native/bin', name), 0o644)
  const bin = prepareEngine({ ...engine, folder }, newFolder(), nobody)
  expect(bin).toBe(join(folder, 'native/bin'))
  expect(fs.existsSync(join(lib, 'libpq.so.5'))).toBe(true)
  expect(fs.statSync(join(bin, 'initdb')).mode & 0o111).toBe(0o111)
})
