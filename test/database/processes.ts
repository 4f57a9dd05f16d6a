import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddedServer } from '../../src/database/embedded/server.ts'

const root = join(import.meta.dirname, '../..')
const build = join(root, 'node_modules/.cache/test-database')

/** What a holder says once it has its share, and the process itself. */
export interface Holder extends Pick<EmbeddedServer, 'adopted' | 'connection'> {
  process: ChildProcess
  /** Gives its share up and ends. */
  end: () => Promise<void>
}

/** Compiles the holder: Node 20 runs no TypeScript, and vitest compiles for its own process only. */
export function buildHolder(): void {
  mkdirSync(build, { recursive: true })
  writeFileSync(join(build, 'package.json'), '{"type":"module"}')
  const settings = ['--module', 'nodenext', '--target', 'es2023', '--rootDir', root]
  const how = [
    '--ignoreConfig',
    '--noCheck',
    '--rewriteRelativeImportExtensions',
    '--outDir',
    build,
  ]
  const source = join(import.meta.dirname, 'holder.ts')
  execFileSync(join(root, 'node_modules/.bin/tsc'), [...settings, ...how, source], { cwd: root })
}

/** Starts a process of its own, and a group of its own, without waiting for its share. */
export function spawnHolder(dataDir: string): ChildProcess {
  return fork(join(build, 'test/database/holder.js'), [dataDir], { detached: true })
}

/** Starts a process of its own that uses the embedded server at `dataDir`. */
export async function startHolder(dataDir: string): Promise<Holder> {
  const child = spawnHolder(dataDir)
  const gone = once(child, 'exit')
  const said: unknown[] = await Promise.race([once(child, 'message'), gone])
  if (!isGreeting(said[0])) throw new Error(`the holder of ${dataDir} did not start`)
  const end = async () => {
    child.send('end')
    await gone
  }
  return { ...said[0], process: child, end }
}

function isGreeting(said: unknown): said is Pick<Holder, 'adopted' | 'connection'> {
  return typeof said === 'object' && said !== null && 'adopted' in said && 'connection' in said
}
