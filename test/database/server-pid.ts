import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The pid in the lock file of a data folder; `undefined` if no server runs. */
export function serverPid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

/** The pid of the server that runs on a data folder. Throws if there is none: signals to 0 reach the test runner. */
export function runningPid(dataDir: string): number {
  const pid = serverPid(dataDir)
  if (pid === undefined) throw new Error(`no server runs on ${dataDir}`)
  return pid
}

/** Whether the process ends within five seconds. */
export async function ends(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 250; tries++) {
    if (!isRunning(pid)) return true
    await sleep(20)
  }
  return false
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
