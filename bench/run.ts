import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Against, openAgainst } from './contenders/against.ts'
import { withBefore } from './contenders/before-entries.ts'
import { preparePeers } from './contenders/prepare.ts'
import { type RunningServer, type ServerPlan, startServer } from './contenders/server.ts'
import { SERVER_NAMES, type ServerName, serverPlans } from './contenders/servers.ts'
import { planWorkloads } from './contenders/workloads.ts'
import { fill } from './database/fill.ts'
import { type BenchDatabase, openDatabase } from './database/open.ts'
import { loadRequestData } from './database/request-data.ts'
import { measureDepth } from './measure/depth.ts'
import { measureLimit } from './measure/limit.ts'
import { measureRates } from './measure/rates.ts'
import { settle } from './measure/settle.ts'
import { measureSteady } from './measure/steady.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import type { Memory, Results } from './report/results.ts'
import { writeResults } from './report/write.ts'

const WORKLOADS = [
  'list',
  'mixed',
  'single',
  'valuations',
  'documents',
  'summary',
  'steady',
  'depth',
  'limit',
]

/** Builds the database, starts the contenders, measures them, and writes the results. */
async function run(options: Options): Promise<void> {
  requireKnown(options.only)
  log('building the peers')
  await preparePeers(wantedServers(options.only))
  const folder = options.data
    ? resolve(options.data)
    : mkdtempSync(join(tmpdir(), 'orangery-bench-'))
  await mkdir(folder, { recursive: true })
  // If this runs as root, PostgreSQL runs as another account, which must be able to enter the folder.
  chmodSync(folder, 0o711)
  const database = await openDatabase(folder)
  try {
    log('filling the database')
    await fill(database.pool, options.size)
    await measureWithAgainst(database, options, folder)
  } finally {
    await database.close()
    if (!options.data) rmSync(folder, { recursive: true, force: true })
  }
}

async function measureWithAgainst(
  database: BenchDatabase,
  options: Options,
  folder: string,
): Promise<void> {
  if (options.against === undefined) return measure(database, null, options, folder)
  const against = await openAgainst(options.against, folder, options.size, log)
  try {
    await measure(database, against, options, folder)
  } finally {
    await against.database.close()
  }
}

async function measure(
  database: BenchDatabase,
  against: Against | null,
  options: Options,
  folder: string,
): Promise<void> {
  const plans = chosenPlans(database, options.only)
  if (against) plans.set('before-cold', against.plan)
  const servers = new Map<ServerName, RunningServer>()
  try {
    for (const [name, plan] of plans) {
      const environment = { ...plan.environment, ...referenceOf(servers) }
      servers.set(name, await startServer({ ...plan, environment }, folder, stopped.signal))
    }
    const results = await measureAll(database, against, options, servers)
    await writeResults(results, options, [...plans.values()], database)
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()))
  }
}

// The contender of ready bytes fetches them from the reference, which starts before it.
function referenceOf(servers: ReadonlyMap<ServerName, RunningServer>) {
  const reference = servers.get('orangery-cold')
  return reference && { REFERENCE_URL: reference.url }
}

function wantedServers(only: readonly string[]): readonly ServerName[] {
  const named = SERVER_NAMES.filter((name) => only.includes(name))
  return named.length === 0 ? SERVER_NAMES : named
}

/** The contenders that take part. Orangery without its cache always does: it is the reference. */
function chosenPlans(
  database: BenchDatabase,
  only: readonly string[],
): Map<ServerName, ServerPlan> {
  const wanted = wantedServers(only)
  const all = serverPlans(database)
  const chosen = new Map<ServerName, ServerPlan>()
  for (const name of SERVER_NAMES) {
    if (name !== 'orangery-cold' && !wanted.includes(name)) continue
    const plan = all[name]
    if (plan) chosen.set(name, plan)
    else log(`${name} does not take part: it needs Node 22, which was not found`)
  }
  return chosen
}

async function measureAll(
  { pool, postmaster, url }: BenchDatabase,
  against: Against | null,
  options: Options,
  servers: ReadonlyMap<ServerName, RunningServer>,
): Promise<Results> {
  const data = await loadRequestData(pool)
  const workloads = withBefore(planWorkloads(data), against?.workloads ?? [])
  const reference = servers.get('orangery-cold')
  const list = workloads.find((workload) => workload.name === 'list')
  if (!reference || !list) throw new Error('The reference server is missing.')
  const { clientIds } = data
  const databaseUrl = url('orangery')
  const postmasterOf = (server: ServerName) =>
    server === 'before-cold' && against ? against.database.postmaster : postmaster
  const started = { servers, reference, postmasterOf }
  const context = { options, pool, postmaster, databaseUrl, clientIds, ...started, log }
  const chosen = WORKLOADS.filter((name) => options.only.includes(name))
  const wants = (name: string) => chosen.length === 0 || chosen.includes(name)
  await settle(context)
  const rates = await measureRates(
    context,
    workloads.filter(({ name }) => wants(name)),
  )
  const steady = wants('steady') ? await measureSteady(context, list) : []
  const depths = wants('depth') ? await measureDepth(context, data) : []
  const limits = wants('limit') ? await measureLimit(context, data) : []
  const memory: Memory[] = []
  for (const { name, memory: read } of servers.values())
    memory.push({ server: name, ...(await read()) })
  return { rates, steady, depths, limits, memory }
}

function requireKnown(only: readonly string[]): void {
  const known: readonly string[] = [...WORKLOADS, ...SERVER_NAMES]
  const unknown = only.find((name) => !known.includes(name))
  if (unknown)
    throw new Error(`--only does not know "${unknown}". Known names: ${known.join(', ')}.`)
}

function log(line: string): void {
  process.stderr.write(`${line}\n`)
}

// On a signal the contenders are stopped. The measurement under way then fails and cleans up.
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort())

try {
  const args = process.argv.slice(2)
  if (args.includes('--help')) process.stdout.write(`${USAGE}\n`)
  else await run(readOptions(args))
} catch (thrown) {
  const reason = thrown instanceof Error ? thrown.message : thrown
  log(stopped.signal.aborted ? 'stopped' : `error: ${reason}`)
  process.exitCode = 1
}
