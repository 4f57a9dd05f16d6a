import { type ChildProcess, execFileSync, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { EmbeddedServer } from '../../src/embedded-postgres/server.ts'

const root = join(import.meta.dirname, '../..')
const build = join(root, 'node_modules/.cache/test-database')

/** The message of a holder once it has its lease, and its process. */
export interface Holder extends Pick<EmbeddedServer, 'adopted' | 'connection'> {
  process: ChildProcess
  pid: number
  /** Releases the lease and ends the process. */
  end: () => Promise<void>
}

/** Compiles the holder: Node 20 does not run TypeScript, and vitest compiles for its own process only. */
export function buildHolder(): void {
  mkdirSync(build, { recursive: true })
  writeFileSync(join(build, 'package.json'), '{"type":"module","version":"0.0.0"}')
  const settings = ['--module', 'nodenext', '--target', 'es2023', '--rootDir', root]
  const how = ['--ignoreConfig', '--noCheck', '--rewriteRelativeImportExtensions']
  const source = join(import.meta.dirname, 'holder.ts')
  execFileSync(
    join(root, 'node_modules/.bin/tsc'),
    [...settings, ...how, '--outDir', build, source],
    { cwd: root },
  )
}

/** Starts a holder in its own process group, without waiting for its lease. */
export function spawnHolder(dataDir: string, { execPath, execArgv }: Program = HERE): ChildProcess {
  const how = { detached: true, execPath, execArgv: [...execArgv] }
  const file = join(build, 'test/database/holder.js')
  return fork(file, [dataDir], { ...how, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
}

/** The program of a holder, and what comes before its file. */
interface Program {
  execPath: string
  execArgv: readonly string[]
}

const HERE: Program = { execPath: process.execPath, execArgv: [] }

/** As in a container of its own: other process ids, and no shared memory of others. */
export const IN_CONTAINER: Program = {
  execPath: 'unshare',
  execArgv: ['--pid', '--ipc', '--mount', '--fork', '--mount-proc', process.execPath],
}

/** Whether this account may make namespaces. */
export const hasNamespaces =
  spawnSync(IN_CONTAINER.execPath, [...IN_CONTAINER.execArgv, '--version']).status === 0

/** Starts a process that uses the embedded server at `dataDir`. */
export async function startHolder(dataDir: string, program = HERE): Promise<Holder> {
  const child = spawnHolder(dataDir, program)
  const gone = once(child, 'exit')
  const messages: unknown[] = await Promise.race([once(child, 'message'), gone])
  const { pid } = child
  if (pid === undefined || !isStartMessage(messages[0]))
    throw new Error(`the holder of ${dataDir} did not start`)
  const end = async () => {
    child.send('end')
    await gone
  }
  return { ...messages[0], process: child, pid, end }
}

/** The message of a process that may not use the embedded server at `dataDir`. */
export async function refusal(dataDir: string, program = HERE): Promise<string> {
  const child = spawnHolder(dataDir, program)
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  child.once('message', () => child.send('end'))
  await once(child, 'close')
  return said
}

function isStartMessage(message: unknown): message is Pick<Holder, 'adopted' | 'connection'> {
  return (
    typeof message === 'object' &&
    message !== null &&
    'adopted' in message &&
    'connection' in message
  )
}

/** The rows that a statement gives on a connection of its own. */
export async function query(
  { connection }: Pick<EmbeddedServer, 'connection'>,
  sql: string,
  values: readonly string[] = [],
) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client
    .query<Record<string, unknown>>(sql, [...values])
    .finally(() => client.end())
  return rows
}
