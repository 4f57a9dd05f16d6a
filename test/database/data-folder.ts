import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { startEmbedded } from '../../src/database/embedded/server.ts'

const made: string[] = []

/** A new folder that other accounts can enter: as root, the server runs as another account. */
export function newFolder(mode = 0o711): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'orangery-test-'))
  chmodSync(folder, mode)
  made.push(folder)
  return folder
}

/** The path of a data folder that does not exist yet. */
export function newDataDir(): string {
  return join(newFolder(), 'data')
}

let template: Promise<string> | undefined

/** A data folder with a database: a copy, because creating one takes two seconds. */
export async function newCluster(): Promise<string> {
  template ??= makeTemplate()
  const dataDir = newDataDir()
  execFileSync('cp', ['-a', await template, dataDir])
  return dataDir
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(inject('folder'), 'cluster-'))
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  await (await startEmbedded(dataDir)).release()
  return dataDir
}

/** Removes a folder after the test, together with those created here. */
export function removeLater(folder: string): void {
  made.push(folder)
}

/** The pid in the lock file of a data folder; `undefined` if no server runs. */
export function serverPid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
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

/** Stops the servers that a failed test left behind, and removes every folder. */
export async function removeFolders(): Promise<void> {
  for (const folder of made.splice(0)) {
    const pid = serverPid(join(folder, 'data'))
    if (pid !== undefined && isRunning(pid)) {
      process.kill(pid, 'SIGQUIT')
      await ends(pid)
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
