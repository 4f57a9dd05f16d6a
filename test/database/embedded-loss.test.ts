import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type EmbeddedServer, startEmbedded } from '../../src/database/embedded/server.ts'
import { newCluster, removeFolders } from './data-folder.ts'
import { buildHolder, startHolder } from './processes.ts'
import { ends, runningPid, serverPid } from './server-pid.ts'

beforeAll(buildHolder)
afterEach(removeFolders)

async function answer({ connection }: Pick<EmbeddedServer, 'connection'>): Promise<unknown> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('SELECT 42 AS answer').finally(() => client.end())
  return rows[0].answer
}

/** Ends the server of a data folder and returns its pid. */
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

async function leases({ connection }: Pick<EmbeddedServer, 'connection'>): Promise<number> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  const held = `SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory'`
  const { rows } = await client.query(held).finally(() => client.end())
  return rows[0].held
}
