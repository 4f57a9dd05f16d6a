import { afterAll, expect, test } from 'vitest'
import { newMigratedCluster, removeFolders } from '../database/data-folder.ts'
import { runningPid, serverPid } from '../database/server-pid.ts'
import { childrenOf } from '../support/process-tree.ts'
import { GatewayProcess, NO_REDIS } from './process.ts'

type AtEnd = (thaw: () => void) => void

/** Stops the processes of an embedded server as a hanging disk would, until the end of the test. */
function freeze(dataDir: string, atEnd: AtEnd): void {
  const pid = runningPid(dataDir)
  const frozen = [pid, ...childrenOf(pid)]
  for (const each of frozen) process.kill(each, 'SIGSTOP')
  atEnd(() => {
    for (const each of frozen) process.kill(each, 'SIGCONT')
  })
}

afterAll(removeFolders)

// They mostly wait for the time limits of a stop, so they run at the same time.
test.concurrent.for([
  ['one process', {}],
  ['workers', { WEB_CONCURRENCY: '2', REDIS_URL: NO_REDIS }],
] as const)('%s ends although the embedded server is frozen, and the log says so', async ([
  ,
  more,
], { onTestFinished }) => {
  const dataDir = await newMigratedCluster()
  const gateway = new GatewayProcess({ DATA_DIR: dataDir, DEMO: 'off', ...more })
  const url = await gateway.url()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  freeze(dataDir, onTestFinished)
  expect(await gateway.stop()).toMatchObject({ code: 0, err: '' })
  expect(gateway.out).toContain('the database did not answer while stopping')
  expect(serverPid(dataDir)).toBeDefined()
})
