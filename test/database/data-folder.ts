import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { startEmbedded } from '../../src/database/embedded/server.ts'
import { ends, isRunning, serverPid } from './server-pid.ts'

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
