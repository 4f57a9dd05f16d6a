import { afterAll, afterEach, expect, test } from 'vitest'
import { newCluster, removeFolders } from '../database/data-folder.ts'
import { runningPid, serverPid } from '../database/server-pid.ts'
import { childrenOf } from '../support/process-tree.ts'
import { GatewayProcess, NO_REDIS } from './process.ts'

const frozen = new Set<number>()

/** Stops the processes of an embedded server as a hanging disk would. */
function freeze(dataDir: string): void {
  const pid = runningPid(dataDir)
  for (const each of [pid, ...childrenOf(pid)]) {
    process.kill(each, 'SIGSTOP')
    frozen.add(each)
  }
}

afterEach(() => {
  for (const pid of frozen) process.kill(pid, 'SIGCONT')
  frozen.clear()
})

afterAll(removeFolders)

test.each([
  ['one process', {}],
  ['workers', { WEB_CONCURRENCY: '2', REDIS_URL: NO_REDIS }],
])('%s ends although the embedded server is frozen, and the log says so', async (_, more) => {
  const dataDir = await newCluster()
  const gateway = new GatewayProcess({ DATA_DIR: dataDir, DEMO: 'off', ...more })
  const url = await gateway.url()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  freeze(dataDir)
  expect(await gateway.stop()).toMatchObject({ code: 0, err: '' })
  expect(gateway.out).toContain('the database did not answer while stopping')
  expect(serverPid(dataDir)).toBeDefined()
})

test('a second signal ends one with a frozen server as well', async () => {
  const dataDir = await newCluster()
  const gateway = new GatewayProcess({ DATA_DIR: dataDir, DEMO: 'off' })
  await gateway.url()
  freeze(dataDir)
  const stopped = gateway.stop()
  await gateway.waitForOutput(/"stopping"/)
  await new Promise((resolve) => setTimeout(resolve, 600))
  gateway.child.kill('SIGTERM')
  expect(await stopped).toMatchObject({ code: 0 })
})
