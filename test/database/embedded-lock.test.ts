import * as fs from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Folder, FolderLock } from '../../src/embedded-postgres/folder-lock.ts'
import { isSilent } from '../../src/embedded-postgres/heartbeat.ts'
import { startEmbedded } from '../../src/embedded-postgres/server.ts'
import { isUnused } from '../../src/embedded-postgres/unused-folder.ts'
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

const folder = (dataDir: string): Folder => ({ dataDir, account: undefined })

/** Takes the lock of a folder that nobody uses. */
function take(dataDir: string): FolderLock {
  const lock = FolderLock.take(folder(dataDir))
  if (!(lock instanceof FolderLock)) throw new Error(`${dataDir} is in use`)
  return lock
}

function isLocked(dataDir: string): boolean {
  const lock = FolderLock.take(folder(dataDir))
  if (lock instanceof FolderLock) lock.close()
  return !(lock instanceof FolderLock)
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
    for (const name of ['orangery.lock', 'orangery.heartbeat']) {
      fs.rmSync(join(dataDir, name), { force: true })
      fs.symlinkSync(other, join(dataDir, name))
      await expect(startEmbedded(dataDir)).rejects.toThrow(`${name} cannot be used (ELOOP)`)
      fs.rmSync(join(dataDir, name))
    }
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
    const contents = [
      '',
      '\0'.repeat(80),
      `${process.ppid}\n/srv/elsewhere\n1\n5432\n/srv/e\n\n1 1\n`,
    ]
    for (const content of contents) {
      fs.writeFileSync(pidFile(dataDir), content)
      const server = await startEmbedded(dataDir)
      expect(server.adopted).toBe(false)
      await server.release()
    }
  })
})

describe('a folder that was last used on another machine', { timeout: 60_000 }, () => {
  const waits = { silenceMs: 300, endMs: 300 }

  /** A folder that a server left without a stop, with the lock record of another machine. */
  async function leftFolder(): Promise<string> {
    const dataDir = await newCluster()
    fs.writeFileSync(pidFile(dataDir), `2147483646\n${dataDir}\n`)
    const record = { boot: 'another', pids: 'pid:[4026531836]', pid: 1 }
    fs.writeFileSync(join(dataDir, 'orangery.lock'), JSON.stringify(record))
    return dataDir
  }

  test('is unused if its heartbeat is silent, and starts without a hand', async () => {
    const dataDir = await leftFolder()
    const lock = take(dataDir)
    expect(await isUnused(folder(dataDir), lock, waits)).toBe(true)
    lock.close()
    const server = await startEmbedded(dataDir)
    expect(server.adopted).toBe(false)
    await server.release()
  })

  test('is in use while its heartbeat beats, although the lock is free', async () => {
    const dataDir = await leftFolder()
    let beats = 0
    const beat = () => fs.writeFileSync(join(dataDir, 'orangery.heartbeat'), `other ${++beats}`)
    const timer = setInterval(beat, 50)
    try {
      await expect(startEmbedded(dataDir)).rejects.toThrow(REFUSAL)
    } finally {
      clearInterval(timer)
    }
    expect(fs.readFileSync(pidFile(dataDir), 'utf8')).toContain('2147483646')
  })

  test('has a pid file removed where locks prove nothing, so that a forgotten server ends itself', async () => {
    const dataDir = await leftFolder()
    const lock = take(dataDir)
    const unreal = { isReal: false, before: lock.before }
    expect(await isUnused(folder(dataDir), unreal, waits)).toBe(true)
    expect(fs.existsSync(pidFile(dataDir))).toBe(false)
    lock.close()
  })

  test('is heard by every process that has a lease', async () => {
    const dataDir = await newCluster()
    const holder = await startHolder(dataDir)
    expect(await isSilent(folder(dataDir), 50_000)).toBe(false)
    await holder.end()
    expect(await isSilent(folder(dataDir), 3_000)).toBe(true)
  })
})
