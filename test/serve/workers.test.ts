import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { newMigratedCluster, removeFolders } from '../database/data-folder.ts'
import { ends, serverPid } from '../database/server-pid.ts'
import { headersOf } from '../support/gateway.ts'
import { newDemoDir } from './demo-folder.ts'
import { startClients } from './load.ts'
import { GatewayProcess, NO_REDIS } from './process.ts'

// More of them by hand: ROLLS=20 npx vitest run test/serve/workers. With GRACE_MS=0 requests fail.
const ROLLS = Number(process.env.ROLLS ?? 1)
const GRACE_MS = process.env.GRACE_MS ?? '1500'

async function start(environment: Record<string, string> = {}) {
  const dataDir = await newMigratedCluster()
  const gateway = new GatewayProcess({
    DATA_DIR: dataDir,
    DEMO: 'off',
    WEB_CONCURRENCY: '2',
    REDIS_URL: NO_REDIS,
    ...environment,
  })
  onTestFinished(async () => void (await gateway.stop()))
  return { gateway, dataDir }
}

/** The pids of the workers that have listened so far, in this order. */
function workersOf({ out }: GatewayProcess): number[] {
  return [...out.matchAll(/"worker":(\d+)[^\n]*"worker listening"/g)].map(([, pid]) => Number(pid))
}

// So many requests are more than the usual limit of a key.
async function raiseTier(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, onError: () => {} })
  await database.prisma.apiKey.updateMany({ data: { tier: 'enterprise' } })
  await database.close()
}

afterAll(removeFolders)

describe('a gateway of two workers', () => {
  test(
    'is rolled under load without a failed request, and stays ready',
    async () => {
      const { dataDir, demo } = await newDemoDir()
      await raiseTier(dataDir)
      const { gateway } = await start({ DATA_DIR: dataDir, DRAIN_GRACE_MS: GRACE_MS })
      const url = await gateway.url()
      const headers = headersOf(demo.productionKey)
      const page = `/api/v1/assets?client_id=${demo.clients.ashdown}&page_size=5`
      const stopClients = startClients(url, ['/healthz', page, '/readyz'], 8, headers)
      for (let roll = 1; roll <= ROLLS; roll++) {
        gateway.child.kill('SIGHUP')
        await gateway.waitForOutput(new RegExp(`(?:rolling restart done[^]*){${roll}}`))
      }
      const { served, failures } = await stopClients()
      const workers = workersOf(gateway)
      process.stdout.write(`${ROLLS} rolls: ${served} served, ${failures.length} failed\n`)
      expect(failures).toEqual([])
      expect(new Set(workers).size).toBe(2 + 2 * ROLLS)
      // Both workers of the start, and both of the last roll, have served.
      for (const worker of [...workers.slice(0, 2), ...workers.slice(-2)])
        expect(gateway.out).toContain(`"worker":${worker},"request_id"`)
      expect(served).toBeGreaterThan(100)
      expect(await gateway.stop()).toMatchObject({ code: 0, err: '' })
      for (const worker of workers) expect(await ends(worker)).toBe(true)
      expect(serverPid(dataDir)).toBeUndefined()
    },
    ROLLS * 120_000,
  )

  test('is rolled after its start by a signal that came before its end', async () => {
    const { gateway } = await start()
    await gateway.waitForOutput(/"embedded database"/)
    gateway.child.kill('SIGHUP')
    await gateway.waitForOutput(/rolling restart done/)
    expect(new Set(workersOf(gateway)).size).toBe(4)
  })
})
