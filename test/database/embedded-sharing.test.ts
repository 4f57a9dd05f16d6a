import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type EmbeddedServer, startEmbedded } from '../../src/embedded-postgres/server.ts'
import { newCluster, newDataDir, removeFolders } from './data-folder.ts'
import { buildHolder, query, startHolder } from './processes.ts'
import { ends, isRunning, runningPid, serverPid } from './server-pid.ts'

beforeAll(buildHolder)
afterEach(removeFolders)

const LEASES = `SELECT count(*)::int AS leases FROM pg_stat_activity
  WHERE application_name = 'orangery lease'`

async function answer(server: Pick<EmbeddedServer, 'connection'>): Promise<unknown> {
  return (await query(server, 'SELECT 42 AS answer'))[0]?.answer
}

async function leases(server: Pick<EmbeddedServer, 'connection'>): Promise<unknown> {
  const held = `SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory'`
  return (await query(server, held))[0]?.held
}

describe('a server shared by processes', () => {
  test('continues after a kill of its process, and the next process adopts it with its data', async () => {
    const dataDir = await newCluster()
    const killed = await startHolder(dataDir)
    await query(killed, 'CREATE TABLE answers AS SELECT 42 AS answer')
    const pid = runningPid(dataDir)
    killed.process.kill('SIGKILL')

    const next = await startEmbedded(dataDir)
    expect({ adopted: next.adopted, pid: serverPid(dataDir) }).toEqual({ adopted: true, pid })
    expect(await query(next, 'SELECT answer FROM answers')).toEqual([{ answer: 42 }])
    // On a busy machine the server may not have read yet that the killed process is gone.
    await expect.poll(() => query(next, LEASES)).toEqual([{ leases: 1 }])
    await next.release()
    expect(serverPid(dataDir)).toBeUndefined()
    expect(await ends(pid)).toBe(true)
  })

  test('is started by one of two processes that start at the same time, and joined by the other', async () => {
    const dataDir = newDataDir()
    const both = await Promise.all([startHolder(dataDir), startHolder(dataDir)])
    expect(both.map((holder) => holder.adopted).sort()).toEqual([false, true])
    const seen = await Promise.all(
      both.map((holder) => query(holder, 'SELECT pg_postmaster_start_time()::text AS at')),
    )
    expect(seen[0]).toEqual(seen[1])
    await Promise.all(both.map((holder) => holder.end()))
    expect(serverPid(dataDir)).toBeUndefined()
  })

  test('continues when the first process releases it, and stops when the last one does', async () => {
    const dataDir = await newCluster()
    const first = await startHolder(dataDir)
    const last = await startEmbedded(dataDir)
    const pid = runningPid(dataDir)
    const client = new pg.Client(last.connection)
    await client.connect()
    await first.end()
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await client.end()
    await last.release()
    await last.release()
    expect(await ends(pid)).toBe(true)
  })

  test('is joined or started again by a process that starts while the last one releases it', async () => {
    const dataDir = await newCluster()
    let server = await startEmbedded(dataDir)
    for (let round = 0; round < 5; round++) {
      const [, next] = await Promise.all([server.release(), startEmbedded(dataDir)])
      expect(await query(next, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      server = next
    }
    await server.release()
    expect(serverPid(dataDir)).toBeUndefined()
  })

  test('does not receive the Ctrl-C that its process receives', async () => {
    const dataDir = await newCluster()
    const holder = await startHolder(dataDir)
    const pid = runningPid(dataDir)
    // The holder has its own process group, so this signals the same processes as a terminal does.
    process.kill(-holder.pid, 'SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(isRunning(pid)).toBe(true)
    expect(await query(holder, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await holder.end()
  })
})

function end(dataDir: string, signal: NodeJS.Signals): number {
  const pid = runningPid(dataDir)
  process.kill(pid, signal)
  return pid
}

const soon = { interval: 50 }

describe('a server that is lost', () => {
  test.each([
    'SIGKILL',
    'SIGINT',
  ] as const)('by %s runs again at the same connection, and stops with its last process', async (signal) => {
    const dataDir = await newCluster()
    const onLoss = vi.fn()
    const server = await startEmbedded(dataDir, onLoss)
    const before = end(dataDir, signal)
    await expect.poll(() => answer(server).catch(() => null), soon).toBe(42)
    expect(serverPid(dataDir)).not.toBe(before)
    expect(onLoss.mock.calls[0]?.[0].message).toContain('was lost')

    // The lease is held again: another process that joins and leaves is not the last one.
    await expect.poll(() => leases(server), soon).toBe(1)
    await (await startEmbedded(dataDir)).release()
    expect(await answer(server)).toBe(42)
    await server.release()
    expect(serverPid(dataDir)).toBeUndefined()
  })

  test('by two processes is started by one and joined by both', async () => {
    const dataDir = await newCluster()
    const server = await startEmbedded(dataDir)
    const other = await startHolder(dataDir)
    end(dataDir, 'SIGKILL')
    await expect.poll(() => leases(server).catch(() => 0), soon).toBe(2)
    await server.release()
    expect(await answer(other)).toBe(42)
    await other.end()
    expect(serverPid(dataDir)).toBeUndefined()
  })

  test('by a process that releases it at that moment is not left running', async () => {
    for (const delay of [0, 60, 150]) {
      const dataDir = await newCluster()
      const server = await startEmbedded(dataDir)
      const before = end(dataDir, 'SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, delay))
      await server.release()
      expect(await ends(before)).toBe(true)
      const after = serverPid(dataDir)
      expect(after === undefined || (await ends(after)), `after ${delay} ms`).toBe(true)
    }
  })

  test('by a kill while it stops is not waited for', async () => {
    const dataDir = await newCluster()
    const server = await startEmbedded(dataDir)
    // So the signal to stop has no effect before the kill.
    const pid = end(dataDir, 'SIGSTOP')
    const released = server.release().then(() => 'released')
    await new Promise((resolve) => setTimeout(resolve, 300))
    process.kill(pid, 'SIGKILL')
    const late = new Promise((resolve) => setTimeout(resolve, 30_000, 'late').unref())
    expect(await Promise.race([released, late])).toBe('released')
  })

  test('and does not start is tried again until it starts', async () => {
    const dataDir = await newCluster()
    const settings = join(dataDir, 'postgresql.conf')
    const good = readFileSync(settings)
    const onLoss = vi.fn()
    const server = await startEmbedded(dataDir, onLoss)
    appendFileSync(settings, '\nno_such_setting = on\n')
    end(dataDir, 'SIGKILL')
    const reported = () =>
      onLoss.mock.calls.some(([error]) => error.message.includes('no_such_setting'))
    await expect.poll(reported, soon).toBe(true)
    writeFileSync(settings, good)
    await expect.poll(() => answer(server).catch(() => null), soon).toBe(42)
    await server.release()
    expect(serverPid(dataDir)).toBeUndefined()
  })
})
