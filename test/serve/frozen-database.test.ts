import { execFileSync } from 'node:child_process'
import { afterAll, afterEach, expect, test } from 'vitest'
import { newCluster, removeFolders } from '../database/data-folder.ts'
import { serverPid } from '../database/server-pid.ts'
import { GatewayProcess } from './process.ts'

const frozen = new Set<number>()

/** Stops the processes of an embedded server as a hanging disk would. */
function freeze(dataDir: string): void {
  const pid = serverPid(dataDir) ?? 0
  const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  for (const each of [pid, ...children.trim().split('\n').map(Number)]) {
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
  ['one process', {}, 20_000],
  ['workers', { WEB_CONCURRENCY: '2', REDIS_URL: 'redis://127.0.0.1:6379/15' }, 35_000],
])(
  '%s ends although the embedded server is frozen, and the log says so',
  async (_, more, limit) => {
    const dataDir = await newCluster()
    const gateway = new GatewayProcess({ DATA_DIR: dataDir, DEMO: 'off', ...more })
    const url = await gateway.url()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    freeze(dataDir)
    const signalled = performance.now()
    expect(await gateway.stop()).toMatchObject({ code: 0, err: '' })
    expect(performance.now() - signalled).toBeLessThan(limit)
    expect(gateway.out).toContain('the database did not answer while stopping')
    expect(serverPid(dataDir)).toBeDefined()
  },
  60_000,
)

test('a second signal does not wait for a frozen server', async () => {
  const dataDir = await newCluster()
  const gateway = new GatewayProcess({ DATA_DIR: dataDir, DEMO: 'off' })
  await gateway.url()
  freeze(dataDir)
  const stopped = gateway.stop()
  await gateway.waitForOutput(/"stopping"/)
  await new Promise((resolve) => setTimeout(resolve, 600))
  gateway.child.kill('SIGTERM')
  const forced = performance.now()
  expect(await stopped).toMatchObject({ code: 0 })
  expect(performance.now() - forced).toBeLessThan(4_000)
}, 120_000)
