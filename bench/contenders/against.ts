import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { BenchDatabase } from '../database/open.ts'
import type { Size } from '../database/size.ts'
import { ROOT } from '../paths.ts'
import type { ServerPlan } from './server.ts'
import type { Workload } from './workloads.ts'

const run = promisify(execFile)

/** The gateway of another commit, with a database of its own. */
export interface Against {
  readonly database: BenchDatabase
  /** Without the response cache. */
  readonly plan: ServerPlan
  /** With the keys of its database, in the interface that it has. */
  readonly workloads: readonly Workload[]
}

/**
 * Builds a commit below a folder, and fills a database with the migrations and the benchmark of that commit, so that it
 * has the same content in the form of the commit. Files that an earlier run has left in the folder are used again.
 */
export async function openAgainst(
  commit: string,
  folder: string,
  size: Size,
  log: (line: string) => void,
): Promise<Against> {
  const git = ['rev-parse', '--verify', '--short=12', `${commit}^{commit}`]
  const hash = (await run('git', git, { cwd: ROOT })).stdout.trim()
  const own = join(folder, `against-${hash}`)
  const checkout = join(own, 'program')
  await mkdir(checkout, { recursive: true })
  log(`building ${hash}`)
  await build(hash, checkout)
  log(`filling the database of ${hash}`)
  return open(checkout, own, size)
}

async function build(hash: string, checkout: string): Promise<void> {
  const mark = join(checkout, '.built')
  if (existsSync(mark)) return
  const archive = `${checkout}.tar`
  await run('git', ['archive', '--output', archive, hash], { cwd: ROOT })
  await run('tar', ['-xf', archive, '-C', checkout])
  await installPackages(checkout)
  await run('npm', ['run', '--silent', 'build:server'], { cwd: checkout })
  await run(join(checkout, 'node_modules/.bin/tsc'), ['-p', 'bench'], { cwd: checkout })
  await writeFile(mark, '')
}

async function installPackages(checkout: string): Promise<void> {
  const modules = join(checkout, 'node_modules')
  if (existsSync(modules)) return
  const [ours, theirs] = await Promise.all(
    [ROOT, checkout].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8')),
  )
  if (ours === theirs) await symlink(join(ROOT, 'node_modules'), modules)
  else await run('npm', ['ci', '--silent', '--prefer-offline'], { cwd: checkout })
}

// The modules of that benchmark use the program beside them.
async function open(checkout: string, folder: string, size: Size): Promise<Against> {
  const load = (path: string) => import(pathToFileURL(join(checkout, 'bench/dist', path)).href)
  const { openDatabase }: typeof import('../database/open.ts') = await load('database/open.js')
  const { fill }: typeof import('../database/fill.ts') = await load('database/fill.js')
  const { loadRequestData }: typeof import('../database/request-data.ts') = await load(
    'database/request-data.js',
  )
  const { serverPlans }: typeof import('./servers.ts') = await load('contenders/servers.js')
  const { planWorkloads }: typeof import('./workloads.ts') = await load('contenders/workloads.js')
  const database = await openDatabase(folder)
  try {
    await fill(database.pool, size)
    await disableRowSecurity(database)
    const plan = serverPlans(database)['orangery-cold']
    if (!plan) throw new Error('that commit has no gateway to compare with')
    const workloads = planWorkloads(await loadRequestData(database.pool))
    return { database, plan: { ...plan, name: 'before-cold' }, workloads }
  } catch (thrown) {
    await database.close()
    throw thrown
  }
}

// The benchmark of a commit may enable it for a peer, which does not take part here. The gateway could then not note what
// it has reported in its feeds, and would report it without end.
async function disableRowSecurity({ pool }: BenchDatabase): Promise<void> {
  const { rows } = await pool.query<{ statement: string }>(`
    SELECT format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', oid::regclass) AS statement
      FROM pg_class WHERE relkind = 'r' AND relrowsecurity`)
  for (const { statement } of rows) await pool.query(statement)
}
