import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { PEERS } from '../paths.ts'
import type { ServerName } from './servers.ts'

const run = promisify(execFile)

/** Installs the dependencies of the peers once, and builds the peers that take part. */
export async function preparePeers(servers: readonly ServerName[]): Promise<void> {
  const modules = join(PEERS, 'node_modules')
  if (!existsSync(join(modules, '.package-lock.json')))
    await run('npm', ['ci', '--ignore-scripts'], { cwd: PEERS })
  if (servers.includes('plain')) await generateClient(modules)
  if (servers.includes('plain') || servers.includes('postgraphile'))
    await run(process.execPath, [join(modules, 'typescript/bin/tsc'), '-p', '.', '--noCheck'], {
      cwd: PEERS,
    })
}

async function generateClient(modules: string): Promise<void> {
  await run(
    process.execPath,
    [join(modules, 'prisma/build/index.js'), 'generate', '--schema', 'plain/schema.prisma'],
    {
      cwd: PEERS,
      env: generatorEnvironment(modules),
    },
  )
}

// Prisma finds generators by name on the PATH. It also looks for a native engine, which it never
// starts: the path of any executable is enough.
function generatorEnvironment(modules: string): NodeJS.ProcessEnv {
  const path = [join(modules, '.bin'), process.env.PATH].join(delimiter)
  return { ...process.env, PATH: path, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }
}

/** A Node of version 22 or later, which PostGraphile needs; null if there is none. */
export function findNode22(): string | null {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath
  const system = `node-${process.platform}-${process.arch}`
  try {
    return createRequire(join(PEERS, 'package.json')).resolve(`${system}/bin/node`)
  } catch {
    return null
  }
}

/** The installed version of a package of the peers. */
export async function peerVersion(name: string): Promise<string> {
  const text = await readFile(join(PEERS, 'node_modules', name, 'package.json'), 'utf8')
  const { version }: { version: string } = JSON.parse(text)
  return version
}
