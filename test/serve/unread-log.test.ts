import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { newMigratedCluster, removeFolders } from '../database/data-folder.ts'
import { serverPid } from '../database/server-pid.ts'
import { freePort } from '../support/free-port.ts'
import { program } from './process.ts'

async function start(stdout: 'pipe' | number) {
  const dataDir = await newMigratedCluster()
  const PORT = String(await freePort())
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DEMO: 'off', DRAIN_GRACE_MS: '0', PORT }
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: dataDir,
    env,
    stdio: ['ignore', stdout, stdout === 'pipe' ? 'inherit' : stdout],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => code)
  const url = `http://127.0.0.1:${PORT}`
  const status = () => fetch(`${url}/readyz`).then(({ status }) => status, String)
  await expect.poll(status).toBe(200)
  return { child, dataDir, ended, url }
}

/** Makes log lines of 600 bytes: more than a pipe and the log's own room. */
async function fillLog(url: string): Promise<void> {
  const path = `${url}/${'x'.repeat(500)}`
  for (let sent = 0; sent < 3_000; sent += 20)
    await Promise.all(Array.from({ length: 20 }, () => fetch(path).then((reply) => reply.text())))
}

afterAll(removeFolders)

test.each([
  ['while nobody reads its log', (): 'pipe' | number => 'pipe'],
  ['while the disk of its log is full, also for errors', () => openSync('/dev/full', 'w')],
])('a gateway serves, and stops on SIGTERM %s', async (_, stdout) => {
  const { child, dataDir, ended, url } = await start(stdout())
  await fillLog(url)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(serverPid(dataDir)).toBeUndefined()
})
