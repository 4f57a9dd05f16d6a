import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { openServing } from '../../src/database/open.ts'
import { prepareServing } from '../../src/database/prepare.ts'
import { startEmbedded } from '../../src/embedded-postgres/server.ts'
import { ends, isRunning, serverPid } from './server-pid.ts'

const made: string[] = []

/** A new folder that other accounts can enter: as root, the server runs as another account. */
export function newFolder(mode = 0o711): string {
  const folder = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'orangery-test-'))
  fs.chmodSync(folder, mode)
  made.push(folder)
  return folder
}

/** The path of a data folder that does not exist yet. */
export function newDataDir(): string {
  return join(newFolder(), 'data')
}

/** A data folder with an empty database: a copy, because creating one takes two seconds. */
export function newCluster(): Promise<string> {
  return copyOf('cluster', async (dataDir) => (await startEmbedded(dataDir)).release())
}

/** A data folder with the current schema, as a gateway leaves it: a start on it has nothing to migrate. */
export function newMigratedCluster(): Promise<string> {
  return copyOf('migrated', async (dataDir) => {
    const database = await openServing({ dataDir, poolSize: 2, onError: () => {} })
    await prepareServing(database)
    await database.close()
  })
}

/** A copy of the data folder of this name. The first test of the run that needs one makes the original. */
export async function copyOf(
  name: string,
  make: (dataDir: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(inject('folder'), name)
  const [original, done] = [join(folder, 'data'), join(folder, 'done')]
  if (claim(folder)) {
    await make(original)
    fs.writeFileSync(done, '')
  }
  while (!fs.existsSync(done)) await sleep(100)
  const dataDir = newDataDir()
  execFileSync('cp', ['-a', original, dataDir])
  return dataDir
}

/** Whether the folder was not there. Another worker may ask at the same moment. */
function claim(folder: string): boolean {
  return fs.mkdirSync(folder, { recursive: true, mode: 0o711 }) !== undefined
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
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
