import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedServer, startEmbedded } from '../../src/database/embedded/server.ts'
import { newCluster, newDataDir, removeFolders } from './data-folder.ts'
import { buildHolder, startHolder } from './processes.ts'
import { ends, isRunning, runningPid, serverPid } from './server-pid.ts'

beforeAll(buildHolder)
afterEach(removeFolders)

const LEASES = `SELECT count(*)::int AS leases FROM pg_stat_activity
  WHERE application_name = 'orangery lease'`

async function query<T extends pg.QueryResultRow>(
  { connection }: Pick<EmbeddedServer, 'connection'>,
  sql: string,
): Promise<T[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<T>(sql).finally(() => client.end())
  return rows
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
