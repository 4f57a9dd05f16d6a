import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findEngine, prepareEngine } from '../../src/embedded-postgres/engine.ts'
import { takeLock } from '../../src/embedded-postgres/folder-lock.ts'
import { readPidFile, stopPostmaster } from '../../src/embedded-postgres/postmaster.ts'
import { startEmbedded } from '../../src/embedded-postgres/server.ts'
import { newCluster, newFolder, removeFolders } from './data-folder.ts'
import {
  buildHolder,
  hasNamespaces,
  IN_CONTAINER,
  query,
  refusal,
  startHolder,
} from './processes.ts'
import { ends, isRunning, runningPid, serverPid } from './server-pid.ts'

beforeAll(buildHolder)
afterEach(removeFolders)

function isLocked(dataDir: string): boolean {
  const lock = takeLock(dataDir)
  if (lock) fs.closeSync(lock.descriptor)
  return lock === undefined
}

const REFUSAL = /in use by a PostgreSQL server that cannot be reached from here.*Stop the gateways/
const pidFile = (dataDir: string) => join(dataDir, 'postmaster.pid')

describe.skipIf(!hasNamespaces)('two containers on one folder', { timeout: 60_000 }, () => {
  test('have one server, which the second neither replaces nor stops', async () => {
    const dataDir = await newCluster()
    const first = await startEmbedded(dataDir)
    const pid = runningPid(dataDir)
    await query(first, 'CREATE TABLE seen AS SELECT 1 AS number')
    const second = await startHolder(dataDir, IN_CONTAINER)
    expect(second.adopted).toBe(true)
    await query(second, 'INSERT INTO seen VALUES (2)')
    await second.end()
    await query(first, 'INSERT INTO seen VALUES (3)')
    expect(await query(first, 'SELECT number FROM seen ORDER BY 1')).toHaveLength(3)
    expect([serverPid(dataDir), isRunning(pid)]).toEqual([pid, true])
    await first.release()
    expect(await ends(pid)).toBe(true)
  })

  test('that cannot reach its server: the second is refused in one sentence, and so is a process here', async () => {
    const dataDir = await newCluster()
    const first = await startEmbedded(dataDir)
    const pid = serverPid(dataDir)
    fs.rmSync(join(dataDir, '.s.PGSQL.5432'))
    const [there, here] = await Promise.all([refusal(dataDir, IN_CONTAINER), refusal(dataDir)])
    for (const said of [there, here]) {
      expect(said).toMatch(REFUSAL)
      expect(said).toContain(`The data folder ${dataDir} is in use`)
    }
    expect(serverPid(dataDir)).toBe(pid)
    await first.release()
    expect(serverPid(dataDir)).toBeUndefined()
  })
})

describe('the lock of the folder', { timeout: 60_000 }, () => {
  test('is held as long as the server or one of its sessions lives', async () => {
    const dataDir = await newCluster()
    expect(isLocked(dataDir)).toBe(false)
    const killed = await startHolder(dataDir)
    const client = new pg.Client(killed.connection)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const [session] = rows.map(({ pid }) => pid)
    if (session === undefined) throw new Error('the session has no process')
    const server = runningPid(dataDir)
    killed.process.kill('SIGKILL')
    expect(await ends(killed.pid)).toBe(true)
    expect(isLocked(dataDir)).toBe(true)
    process.kill(session, 'SIGSTOP')
    process.kill(server, 'SIGKILL')
    expect(await ends(server)).toBe(true)
    expect(isLocked(dataDir)).toBe(true)
    process.kill(session, 'SIGCONT')
    await expect.poll(() => isLocked(dataDir), { timeout: 10_000 }).toBe(false)
  })

  test('is not taken from a link, and what the link names stays as it is', async () => {
    const dataDir = await newCluster()
    const other = join(newFolder(), 'other')
    fs.writeFileSync(other, 'kept')
    const file = join(dataDir, 'orangery.lock')
    fs.rmSync(file, { force: true })
    fs.symlinkSync(other, file)
    await expect(startEmbedded(dataDir)).rejects.toThrow(`${file} cannot be used (ELOOP)`)
    expect(fs.readFileSync(other, 'utf8')).toBe('kept')
    expect(serverPid(dataDir)).toBeUndefined()
  })
})

describe('a pid file', { timeout: 60_000 }, () => {
  test.each([
    ['empty', ''],
    ['of another folder', '1\n/srv/elsewhere\n1700000000\n5432\n/srv/elsewhere\n\n1 1\nready   \n'],
  ])('that is %s hides no running server', async (_, content) => {
    const dataDir = await newCluster()
    const first = await startEmbedded(dataDir)
    const before = fs.readFileSync(pidFile(dataDir), 'utf8')
    fs.writeFileSync(pidFile(dataDir), content)
    const second = await startEmbedded(dataDir)
    expect(second.adopted).toBe(true)
    await second.release()
    // A server ends itself when it reads another pid there.
    fs.writeFileSync(pidFile(dataDir), before)
    await first.release()
    expect(await ends(Number.parseInt(before, 10))).toBe(true)
  })

  test('that is empty, or names an unrelated process, prevents no start after a power failure', async () => {
    const dataDir = await newCluster()
    // Of the account of the server: PostgreSQL ignores a process of another account.
    const { uid, gid } = fs.statSync(dataDir)
    const other = spawn('sleep', ['60'], { uid, gid })
    const contents = ['', '\0'.repeat(80), `${other.pid}\n/srv/elsewhere\n1\n5432\n/srv/e\n\n1 1\n`]
    for (const content of contents) {
      fs.writeFileSync(pidFile(dataDir), content)
      const server = await startEmbedded(dataDir)
      expect(server.adopted).toBe(false)
      await server.release()
    }
    other.kill()
  })

  test('of a server that was started by hand, without the lock and with another socket, is refused', async () => {
    const dataDir = await newCluster()
    const { uid, gid } = fs.statSync(dataDir)
    const bin = prepareEngine(findEngine(), newFolder(), { uid, gid })
    const [elsewhere, how] = [newFolder(), { uid, gid, cwd: '/', env: { LC_ALL: 'C' } }]
    fs.chownSync(elsewhere, uid, gid)
    const byHand = spawn(join(bin, 'postgres'), ['-D', dataDir, '-k', elsewhere, '-h', ''], how)
    await expect.poll(() => readPidFile(dataDir)?.status).toBe('ready')
    await expect(startEmbedded(dataDir)).rejects.toThrow(REFUSAL)
    expect(serverPid(dataDir)).toBe(byHand.pid)
    byHand.kill('SIGINT')
    expect(await once(byHand, 'exit')).toEqual([0, null])
  })

  test('that names an unrelated process sends that no signal', async () => {
    const dataDir = newFolder()
    const other = spawn('sleep', ['60'])
    fs.writeFileSync(pidFile(dataDir), `${other.pid}\n${dataDir}\n`)
    await stopPostmaster(dataDir)
    other.kill('SIGTERM')
    expect(await once(other, 'exit')).toEqual([null, 'SIGTERM'])
  })
})

// As on a network: a file system that is not known to be local.
const mount = (folder: string) => spawnSync('mount', ['-t', 'ramfs', 'none', folder]).status === 0

test('a folder without a stop under another kernel is refused where locks prove nothing, and starts elsewhere', async ({
  skip,
}) => {
  const dataDir = await newCluster()
  const lines = ['2147483646', dataDir, '1', '5432', dataDir, '', '1 1', 'ready']
  fs.writeFileSync(pidFile(dataDir), lines.join('\n'))
  fs.writeFileSync(join(dataDir, 'orangery.lock'), 'another boot')
  const disk = newFolder()
  if (!mount(disk)) skip()
  try {
    fs.chmodSync(disk, 0o711)
    const shared = join(disk, 'data')
    spawnSync('cp', ['-a', dataDir, shared])
    await (await startEmbedded(dataDir)).release()
    await expect(startEmbedded(shared)).rejects.toThrow(`the folder, remove ${pidFile(shared)}`)
    fs.rmSync(pidFile(shared))
    const server = await startEmbedded(shared)
    // The lock is proof for a server that this kernel started.
    process.kill(runningPid(shared), 'SIGKILL')
    await expect.poll(() => query(server, 'SELECT 1').catch(() => [])).toHaveLength(1)
    await server.release()
  } finally {
    spawnSync('umount', ['--lazy', disk])
  }
})
